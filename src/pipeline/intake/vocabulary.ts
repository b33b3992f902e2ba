/** States of a collected report; every one enters as `pending`. */
export const INTAKE_STATES = ["pending", "reviewing", "promoted", "rejected"] as const;
export type IntakeState = (typeof INTAKE_STATES)[number];

/** How far the analysis of a promoted report is. */
export const ANALYSIS_STATES = ["queued", "running", "complete", "failed"] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** What a report can name that makes it worth reading. */
export const REASONS = ["groups", "software", "cves", "exploited_cves", "new_techniques"] as const;
export type Reason = (typeof REASONS)[number];

/** Orders of the list. */
export const REPORT_ORDERS = ["newest", "worth"] as const;
export type ReportOrder = (typeof REPORT_ORDERS)[number];

/** What can be done to many reports at once, and the state that each action leads to. */
export const BULK_ACTIONS = {
  reject: "rejected",
  later: "reviewing",
  pending: "pending",
  promote: "promoted",
} as const satisfies Record<string, IntakeState>;
export type BulkAction = keyof typeof BULK_ACTIONS;

/** What became of one report of a bulk action. */
export const BULK_OUTCOMES = ["done", "unchanged", "refused"] as const;

/** Repetitions of a report that are listed. */
export const MAX_ARRIVALS = 20;
