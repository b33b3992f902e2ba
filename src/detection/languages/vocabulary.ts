/** The languages that rules are written in. */
export const RULE_LANGUAGES = ["sigma", "kql", "spl", "eql"] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

/** Stands in every generated rule where the analyst writes the behavior. */
export const PLACEHOLDER = "REPLACE_WITH_BEHAVIOR";

/** Longest content of a rule, in UTF-16 code units; the longest of SigmaHQ, a list of hashes, has 295,000. */
export const MAX_RULE_CHARS = 400_000;

/** Longest title, telemetry and name, in UTF-16 code units; Sigma allows titles of 256. */
export const MAX_TITLE_CHARS = 255;

/** Whether rules can be written in a language. */
export function isRuleLanguage(value: string): value is RuleLanguage {
  return RULE_LANGUAGES.some((language) => language === value);
}
