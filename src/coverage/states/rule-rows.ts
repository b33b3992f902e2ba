import type { RuleLanguage, RuleState } from "../../pipeline/rules/vocabulary.ts";
import type { LogSourceWords } from "../../pipeline/rules/rule-facts.ts";

/** A rule, as far as coverage asks. */
export interface CoverageRule {
  rule_id: string;
  title: string;
  state: RuleState;
  language: RuleLanguage;
  level: string | null;
  techniques: readonly string[];
  logsource: LogSourceWords | null;
}

type Packed = [
  rule_id: string,
  title: string,
  state: RuleState,
  language: RuleLanguage,
  level: string | null,
  techniques: string[],
  logsource: LogSourceWords | null,
];

/** The rules of the rows that `RuleStore.selectForCoverage` reads, in no order. */
export function unpackRules(rows: readonly { rules: string }[]): CoverageRule[] {
  return rows.flatMap(({ rules }) =>
    (JSON.parse(rules) as Packed[]).map(
      ([rule_id, title, state, language, level, techniques, logsource]) => ({
        rule_id,
        title,
        state,
        language,
        level,
        techniques,
        logsource,
      }),
    ),
  );
}
