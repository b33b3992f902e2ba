/** Whether a rule is at work: written, running, or taken out. Only `enabled` ones detect. */
export const RULE_STATES = ["draft", "enabled", "disabled"] as const;
export type RuleState = (typeof RULE_STATES)[number];

/** What a sample's events shall do: each of them match, or none. */
export const SAMPLE_EXPECTATIONS = ["match", "no_match"] as const;
