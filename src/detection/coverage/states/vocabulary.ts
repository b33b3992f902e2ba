/**
 * What a team sees of a technique: it is detected (by a rule that has its data, or a test showed it), it
 * has a rule whose data is missing, data that no rule looks at, or nothing.
 */
export const COVERAGE_STATES = [
  "detected",
  "rule_without_data",
  "data_without_rule",
  "blind",
] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

/**
 * How a technique is detected: `proven` if a test or a sample of a rule showed it, `should_fire` if an
 * enabled rule has its telemetry and nothing showed yet that it fires. The better one comes first.
 */
export const DETECTIONS = ["proven", "should_fire"] as const;
export type Detection = (typeof DETECTIONS)[number];

/** The states as readers see them, where `detected` is divided by its proof. */
export const STANDINGS = [
  ...DETECTIONS,
  "rule_without_data",
  "data_without_rule",
  "blind",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** The order in which they are listed for readers: what is most to be done about comes first. */
export const BY_NEED: readonly Standing[] = [
  "blind",
  "rule_without_data",
  "data_without_rule",
  "should_fire",
  "proven",
];

/** What a state with its detection is to a reader. */
export function standingOf(state: CoverageState, detection: Detection | null): Standing {
  if (state !== "detected") return state;
  return detection ?? "should_fire";
}

/**
 * When data counts as collected: `any`: something of it is; `all`: everything that an analytic or
 * a rule reads is.
 */
export const DEMANDS = ["any", "all"] as const;
export type Demand = (typeof DEMANDS)[number];

/** Whether a proof is of the technique itself, of the one above it, or of one below it. */
export const RELATIONS = ["own", "parent", "subtechnique"] as const;
export type Relation = (typeof RELATIONS)[number];

/** What a set of techniques comes from. */
export const SET_KINDS = ["session", "layer", "group", "campaign", "techniques"] as const;
export type SetKind = (typeof SET_KINDS)[number];

/** Rules, analytics and ids of its own that a technique's proof lists; the counts tell of all. */
export const MAX_PROOF_RULES = 20;
export const MAX_PROOF_ANALYTICS = 12;
export const MAX_PROOF_LOG_SOURCES = 20;
export const MAX_PROOF_IDS = 20;
/** The same of the techniques above and below it: enough to prove what they make of its state. */
export const MAX_FAMILY_RULES = 5;
export const MAX_FAMILY_ANALYTICS = 2;
/** Log sources of rules that nothing maps to. */
export const MAX_UNMAPPED = 100;

/** Sets of one kind that are asked for together, and ids that are given one by one. */
export const MAX_SETS = 50;
export const MAX_TECHNIQUES = 2_000;
