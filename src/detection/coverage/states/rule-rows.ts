import type { RuleLanguage } from "../../languages/vocabulary.ts";
import type { RuleState } from "../../rules/vocabulary.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";

/** The fields of a rule that coverage uses. */
export interface CoverageRule {
  rule_id: string;
  title: string;
  state: RuleState;
  language: RuleLanguage;
  level: string | null;
  techniques: readonly string[];
  logsource: SigmaSource | null;
  /** Windows event ids that it matches one of; empty if it requires none. */
  event_ids: readonly number[];
  /** When its latest version last fired on one of its samples; null if it never did. */
  fired_at: string | null;
}

type Packed = [
  rule_id: string,
  title: string,
  state: RuleState,
  language: RuleLanguage,
  level: string | null,
  techniques: string[],
  logsource: SigmaSource | null,
  event_ids: number[] | null,
];

/**
 * Unpacks the rules in the rows of `RuleStore.selectForCoverage`, in no order.
 * @param fired rules that fired on a sample, from `SampleStore.selectFired`
 */
export function unpackRules(
  rows: readonly { rules: string }[],
  fired: readonly { rule_id: string; fired_at: string }[],
): CoverageRule[] {
  const firedAt = new Map(fired.map(({ rule_id: id, fired_at: at }) => [id, at]));
  return rows.flatMap(({ rules }) =>
    (JSON.parse(rules) as Packed[]).map(
      ([rule_id, title, state, language, level, techniques, logsource, eventIds]) => ({
        rule_id,
        title,
        state,
        language,
        level,
        techniques,
        logsource,
        event_ids: eventIds ?? [],
        fired_at: firedAt.get(rule_id) ?? null,
      }),
    ),
  );
}
