/** The subjects of reports that trends count. */
export const SUBJECT_KINDS = ["techniques", "groups", "software", "vulnerabilities"] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Which techniques count, by their review status. Rejected ones never do. */
export const SUBJECT_REVIEWS = ["unrejected", "accepted", "unreviewed"] as const;
export type SubjectReview = (typeof SUBJECT_REVIEWS)[number];

/** Lengths of the periods that trends count by. */
export const PERIOD_LENGTHS = ["week", "month", "year"] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];
