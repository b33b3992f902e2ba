export const SOURCE_KINDS = ["rss"] as const;

/** Where a feed was found: at the address itself, in a link of its page, or at a usual path. */
export const FEED_ORIGINS = ["address", "linked", "usual_path"] as const;
export type FeedOrigin = (typeof FEED_ORIGINS)[number];

export const RUN_STATES = ["running", "complete", "not_modified", "failed"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Who began a run. */
export const RUN_TRIGGERS = ["manual", "scheduler"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** The scheduler looks for due sources so often, and accepts that a cron comes a little early. */
export const SLOT_MINUTES = 15;
export const GRACE_SECONDS = 60;
