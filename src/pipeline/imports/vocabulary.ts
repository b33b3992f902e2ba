/** What can be imported (docs/api.md, Imports). */
export const IMPORT_KINDS = ["stix", "sharing_events", "ml_matrix", "rules"] as const;
type ImportKind = (typeof IMPORT_KINDS)[number];
/** Imports that bring reports. */
export type ReportImportKind = Exclude<ImportKind, "rules">;

/** `interrupted`: the request that ran it ended; sending the same file again imports the rest. */
export const IMPORT_STATES = ["running", "complete", "interrupted"] as const;

/**
 * What became of one object: a report of its own, part of another's, nothing of interest, left out by
 * the words of its source, or an error.
 */
export const OBJECT_OUTCOMES = [
  "created",
  "duplicate",
  "attached",
  "ignored",
  "filtered",
  "failed",
] as const;

/** What became of a file of rules; `passed_over`: it holds no rule. */
export const RULE_OUTCOMES = [
  "created",
  "updated",
  "unchanged",
  "duplicate",
  "failed",
  "passed_over",
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

export const RECEIPT_OUTCOMES = [
  ...OBJECT_OUTCOMES,
  "updated",
  "unchanged",
  "passed_over",
] as const;
export type ReceiptOutcome = (typeof RECEIPT_OUTCOMES)[number];
