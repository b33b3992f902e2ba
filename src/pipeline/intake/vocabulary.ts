/** States of a collected report; every one enters as `pending`. */
export const INTAKE_STATES = ["pending", "reviewing", "promoted", "rejected"] as const;
export type IntakeState = (typeof INTAKE_STATES)[number];

/** How far the analysis of a promoted report is. */
export const ANALYSIS_STATES = ["queued", "complete", "failed"] as const;
