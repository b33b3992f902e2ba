import { compareText } from "../../../platform/lib/text.ts";
import type { AtomicTests } from "../atomic/open-atomic-tests.ts";
import type { CoverageFacts } from "../states/facts.ts";
import { judgeTechnique, type Measure } from "../states/judge-technique.ts";
import { type Standing, standingOf } from "../states/vocabulary.ts";
import type { TestFirstItem } from "./schema.ts";
import type { UseOfTechniques } from "./weigh-use.ts";

/** The potential gain from a test of a technique. */
export const GAPS: Readonly<Record<Standing, number>> = {
  blind: 1,
  data_without_rule: 0.8,
  rule_without_data: 0.8,
  should_fire: 0.2,
  proven: 0.05,
};

/** Factor of a technique without a known test, since someone must write one first. */
export const WITHOUT_TEST = 0.5;

const MAX_TESTS = 20;
const MAX_RULES = 10;

/**
 * Orders techniques by the value of testing them: confidence × use × gap × test, each from 0 to 1. Ties go by
 * confidence, then by id.
 */
export function rankTechniques(
  facts: CoverageFacts,
  measure: Measure,
  use: UseOfTechniques,
  tests: AtomicTests,
): TestFirstItem[] {
  return facts.wanted
    .map(({ technique, from }): TestFirstItem => {
      const covered = judgeTechnique(facts.own(technique), [], measure, from);
      const { attack_id } = covered;
      const own = tests.of(attack_id, facts.platforms);
      const factors = {
        confidence: confidenceOf(from),
        use: round(use.factor(attack_id)),
        gap: GAPS[standingOf(covered.state, covered.detection)],
        test: own.length > 0 ? 1 : WITHOUT_TEST,
      };
      const used = use.of(attack_id);
      return {
        attack_id,
        name: covered.name,
        tactics: covered.tactics,
        state: covered.state,
        detection: covered.detection,
        last_test: covered.last_test,
        score: round(factors.confidence * factors.use * factors.gap * factors.test),
        factors,
        used_by: { ...used, weight: round(used.weight) },
        tests: own.slice(0, MAX_TESTS),
        test_count: own.length,
        rules: covered.rules.slice(0, MAX_RULES),
        rule_count: covered.rule_count,
        drafts: covered.drafts,
        from,
      };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.factors.confidence - a.factors.confidence ||
        compareText(a.attack_id, b.attack_id),
    );
}

/** Returns the highest confidence of a finding. Techniques of other sets count as certain. */
function confidenceOf(from: TestFirstItem["from"]): number {
  return from.length === 0 ? 1 : Math.max(...from.map(({ confidence }) => confidence ?? 1));
}

/** Rounds to four decimals, to avoid false precision. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
