/** A session is being worked on until one batch completes or fails it. */
export const SESSION_STATUSES = ["processing", "completed", "failed"] as const;

/** What analysts say of a technique that was found; everything starts as `suggested`. */
export const REVIEW_STATUSES = ["suggested", "accepted", "rejected", "needs_evidence"] as const;
