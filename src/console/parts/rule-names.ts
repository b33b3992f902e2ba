import type { Rule, RuleState } from "../api/rules.ts";

/** The displayed names of rule languages. */
export const LANGUAGE_NAMES: Record<Rule["language"], string> = {
  sigma: "Sigma",
  kql: "KQL",
  spl: "SPL",
  eql: "EQL",
};

/** The displayed names of rule states. */
export const STATE_NAMES: Record<RuleState, string> = {
  enabled: "Enabled",
  draft: "Draft",
  disabled: "Disabled",
};
