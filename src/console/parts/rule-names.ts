import type { Rule, RuleState } from "../api/rules.ts";

/** The languages of rules by the names that readers see. */
export const LANGUAGE_NAMES: Record<Rule["language"], string> = {
  sigma: "Sigma",
  kql: "KQL",
  spl: "SPL",
  eql: "EQL",
};

/** The states of rules by the names that readers see. */
export const STATE_NAMES: Record<RuleState, string> = {
  enabled: "Enabled",
  draft: "Draft",
  disabled: "Disabled",
};
