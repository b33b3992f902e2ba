/** What can be imported (docs/api.md, Imports). */
export const IMPORT_KINDS = ["stix", "sharing_events", "ml_matrix"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** `interrupted`: the request that ran it ended; sending the same file again imports the rest. */
export const IMPORT_STATES = ["running", "complete", "interrupted"] as const;

/** What became of one object: a report of its own, part of another's, nothing of interest, or an error. */
export const RECEIPT_OUTCOMES = ["created", "duplicate", "attached", "ignored", "failed"] as const;
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];
