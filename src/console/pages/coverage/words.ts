import type { CoverageRule, CoverageSet, CoverageState } from "../../api/coverage.ts";
import type { SetName } from "./search.ts";

/** The states in the order in which they are shown: the name of each, what it means, and its sign. */
export const STATES: readonly {
  state: CoverageState;
  name: string;
  means: string;
  sign: string;
}[] = [
  {
    state: "detected",
    name: "Detected",
    means: "A rule is enabled and what it reads is collected.",
    sign: "●",
  },
  {
    state: "rule_without_data",
    name: "Rule without data",
    means: "A rule is enabled, but what it reads is not collected.",
    sign: "◐",
  },
  {
    state: "data_without_rule",
    name: "Data without rule",
    means: "What would show it is collected, but no rule is enabled.",
    sign: "◑",
  },
  { state: "blind", name: "Blind", means: "Neither a rule nor data.", sign: "○" },
];

/** The name of a state. */
export function stateName(state: CoverageState): string {
  return STATES.find((one) => one.state === state)?.name ?? state;
}

/** How much of what a rule reads is collected. */
export const TELEMETRY: Record<CoverageRule["collected"], string> = {
  all: "its data is collected",
  some: "some of its data is collected",
  none: "its data is not collected",
  unknown: "it does not say what it reads",
};

/** How much of what an analytic reads is collected. */
export const COVERED = { all: "collected", some: "partly collected", none: "not collected" };

/** Where a proof of another technique comes from. */
export const RELATIONS: Record<CoverageRule["relation"], string> = {
  own: "of the technique itself",
  parent: "of the technique above it",
  subtechnique: "of a sub-technique",
};

/** Kinds of sets as they are chosen. */
export const SET_KINDS: Record<SetName, { name: string; kind: CoverageSet["kind"] }> = {
  session_id: { name: "Session", kind: "session" },
  group_id: { name: "Group", kind: "group" },
  campaign_id: { name: "Campaign", kind: "campaign" },
  layer_id: { name: "Layer", kind: "layer" },
  technique_ids: { name: "Technique ids", kind: "techniques" },
};

/** A number with its noun: "1 rule", "3 rules". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
