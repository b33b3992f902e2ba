/**
 * Coverage of a technique: it is detected (by a rule with its data, or proven by a test), it has a rule without data,
 * data without a rule, or nothing.
 */
export const COVERAGE_STATES = [
  "detected",
  "rule_without_data",
  "data_without_rule",
  "blind",
] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

/**
 * How a technique is detected, best first: `proven` if a test or a sample of a rule showed it, `should_fire` if an
 * enabled rule has its telemetry but has not been seen firing.
 */
export const DETECTIONS = ["proven", "should_fire"] as const;
export type Detection = (typeof DETECTIONS)[number];

/** The states shown to readers, with `detected` split by its proof. */
export const STANDINGS = [
  ...DETECTIONS,
  "rule_without_data",
  "data_without_rule",
  "blind",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Display order: the greatest need first. */
export const BY_NEED: readonly Standing[] = [
  "blind",
  "rule_without_data",
  "data_without_rule",
  "should_fire",
  "proven",
];

/** Returns the standing for a state with its detection. */
export function standingOf(state: CoverageState, detection: Detection | null): Standing {
  if (state !== "detected") return state;
  return detection ?? "should_fire";
}

/** When data counts as collected: `any` if some of it is, `all` if everything that an analytic or a rule uses is. */
export const DEMANDS = ["any", "all"] as const;
export type Demand = (typeof DEMANDS)[number];

/** Whether a proof belongs to the technique itself, its parent, or a sub-technique. */
export const RELATIONS = ["own", "parent", "subtechnique"] as const;
export type Relation = (typeof RELATIONS)[number];

/** The origin of a set of techniques. */
export const SET_KINDS = ["session", "layer", "group", "campaign", "techniques"] as const;
export type SetKind = (typeof SET_KINDS)[number];

/** Maximum rules, analytics and own ids listed in a technique's proof; the counts include all. */
export const MAX_PROOF_RULES = 20;
export const MAX_PROOF_ANALYTICS = 12;
export const MAX_PROOF_LOG_SOURCES = 20;
export const MAX_PROOF_IDS = 20;
/** Maximum listed for each related technique: enough to prove its effect on the state. */
export const MAX_FAMILY_RULES = 5;
export const MAX_FAMILY_ANALYTICS = 2;
/** Maximum unmapped log sources of rules. */
export const MAX_UNMAPPED = 100;

/** Maximum sets of one kind in a request, and individually given ids. */
export const MAX_SETS = 50;
export const MAX_TECHNIQUES = 2_000;
