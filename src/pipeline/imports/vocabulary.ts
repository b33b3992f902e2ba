/** Importable formats (docs/api.md, Imports). */
export const IMPORT_KINDS = ["stix", "sharing_events", "ml_matrix", "rules"] as const;
type ImportKind = (typeof IMPORT_KINDS)[number];
/** Imports that create reports. */
export type ReportImportKind = Exclude<ImportKind, "rules">;

/** `interrupted`: the request that ran it ended. Sending the same file again imports the rest. */
export const IMPORT_STATES = ["running", "complete", "interrupted"] as const;

/**
 * The outcome of one object: a separate report, part of another report, nothing relevant, excluded by its source's
 * keywords, or an error.
 */
export const OBJECT_OUTCOMES = [
  "created",
  "duplicate",
  "attached",
  "ignored",
  "filtered",
  "failed",
] as const;

/** The outcome of a rule file. `passed_over`: it contains no rule. */
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
