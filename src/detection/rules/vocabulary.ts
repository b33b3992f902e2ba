/** The lifecycle of a rule: being written, running, or retired. Only `enabled` rules detect. */
export const RULE_STATES = ["draft", "enabled", "disabled"] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** The expected result of a sample: all of its events match, or none. */
export const SAMPLE_EXPECTATIONS = ["match", "no_match"] as const;
