/** States of a collected report. Every report enters as `pending`. */
export const INTAKE_STATES = ["pending", "reviewing", "promoted", "rejected"] as const;
export type IntakeState = (typeof INTAKE_STATES)[number];

/** Progress of the analysis of a promoted report. */
export const ANALYSIS_STATES = ["queued", "running", "complete", "failed"] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** Names in a report that make it worth reading. */
export const REASONS = ["groups", "software", "cves", "exploited_cves", "new_techniques"] as const;
export type Reason = (typeof REASONS)[number];

/** Orders of the list. */
export const REPORT_ORDERS = ["newest", "worth"] as const;
export type ReportOrder = (typeof REPORT_ORDERS)[number];

/** Bulk actions on reports, and the resulting state of each. */
export const BULK_ACTIONS = {
  reject: "rejected",
  later: "reviewing",
  pending: "pending",
  promote: "promoted",
} as const satisfies Record<string, IntakeState>;
export type BulkAction = keyof typeof BULK_ACTIONS;

/** Outcomes of a bulk action for one report. */
export const BULK_OUTCOMES = ["done", "unchanged", "refused"] as const;

/** Maximum number of repetitions listed per report. */
export const MAX_ARRIVALS = 20;
