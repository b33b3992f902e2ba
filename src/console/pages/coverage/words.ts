import type { CoverageRule, CoverageSet, CoveredTechnique, Standing } from "../../api/coverage.ts";
import type { SetName } from "./search.ts";

/** The states in display order, with detected divided by its proof: the name, meaning and symbol of each. */
export const STATES: readonly {
  state: Standing;
  name: string;
  means: string;
  sign: string;
}[] = [
  {
    state: "proven",
    name: "Proven",
    means: "A test was detected or blocked, or a rule fired on its sample.",
    sign: "●",
  },
  {
    state: "should_fire",
    name: "Should fire",
    means: "An enabled rule has its data, but nothing has proven it yet.",
    sign: "◕",
  },
  {
    state: "rule_without_data",
    name: "Rule without data",
    means: "An enabled rule, but what it reads is not collected.",
    sign: "◐",
  },
  {
    state: "data_without_rule",
    name: "Data without rule",
    means: "Data that would show it, but no enabled rule.",
    sign: "◑",
  },
  { state: "blind", name: "Blind", means: "Neither a rule nor data.", sign: "○" },
];

/** Returns the displayed state of a technique: its state, or how it is detected. */
export function standingOf({ state, detection }: Pick<CoveredTechnique, "state" | "detection">) {
  return state === "detected" ? (detection ?? "should_fire") : state;
}

/** Returns the same, including the parent technique and sub-techniques. */
export function familyOf(technique: CoveredTechnique): Standing {
  const { family_state: state, family_detection: detection } = technique;
  return standingOf({ state, detection });
}

/** Returns the name of a state. */
export function stateName(state: Standing): string {
  return STATES.find((one) => one.state === state)?.name ?? state;
}

/** How much of a rule's data is collected. */
export const TELEMETRY: Record<CoverageRule["collected"], string> = {
  all: "its data is collected",
  some: "some of its data is collected",
  none: "its data is not collected",
  unknown: "it does not say what it reads",
};

/** How much of an analytic's data is collected. */
export const COVERED = { all: "collected", some: "partly collected", none: "not collected" };

/** The source of a proof from another technique. */
export const RELATIONS: Record<CoverageRule["relation"], string> = {
  own: "of the technique itself",
  parent: "of the technique above it",
  subtechnique: "of a sub-technique",
};

/** Kinds of sets, as labeled in the selection. */
export const SET_KINDS: Record<SetName, { name: string; kind: CoverageSet["kind"] }> = {
  session_id: { name: "Report", kind: "session" },
  group_id: { name: "Group", kind: "group" },
  campaign_id: { name: "Campaign", kind: "campaign" },
  layer_id: { name: "Layer", kind: "layer" },
  technique_ids: { name: "Technique IDs", kind: "techniques" },
};
