/** The languages of rules. */
export const RULE_LANGUAGES = ["sigma", "kql", "spl", "eql"] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

/** Marks where the analyst writes the behavior in every generated rule. */
export const PLACEHOLDER = "REPLACE_WITH_BEHAVIOR";

/** Longest content of a rule, in UTF-16 code units; SigmaHQ's longest, a list of hashes, has 295,000. */
export const MAX_RULE_CHARS = 400_000;

/** Longest title, telemetry and name, in UTF-16 code units; Sigma allows titles of 256. */
export const MAX_TITLE_CHARS = 255;

/** Returns whether a value is a rule language. */
export function isRuleLanguage(value: string): value is RuleLanguage {
  return RULE_LANGUAGES.some((language) => language === value);
}
