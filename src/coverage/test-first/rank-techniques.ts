import { compareText } from "../../platform/lib/text.ts";
import type { AtomicTests } from "../atomic/open-atomic-tests.ts";
import type { CoverageFacts } from "../states/facts.ts";
import { judgeTechnique } from "../states/judge-technique.ts";
import type { CoverageState, Demand } from "../states/vocabulary.ts";
import type { TestFirstItem } from "./schema.ts";
import type { UseOfTechniques } from "./weigh-use.ts";

/** How much there is to gain from a test of a technique in a state. */
export const GAPS: Readonly<Record<CoverageState, number>> = {
  blind: 1,
  data_without_rule: 0.8,
  rule_without_data: 0.8,
  detected: 0.2,
};

/** What a technique counts that no test is known for: somebody has to write one first. */
export const WITHOUT_TEST = 0.5;

const MAX_TESTS = 20;
const MAX_RULES = 10;

/**
 * Orders techniques by what a test of them would tell: confidence × use × gap × test, each from 0 to 1;
 * those of the same score by confidence, then by id.
 */
export function rankTechniques(
  facts: CoverageFacts,
  demand: Demand,
  use: UseOfTechniques,
  tests: AtomicTests,
): TestFirstItem[] {
  return facts.wanted
    .map(({ technique, from }): TestFirstItem => {
      const covered = judgeTechnique(facts.own(technique), [], demand, from);
      const { attack_id } = covered;
      const own = tests.of(attack_id, facts.platforms);
      const factors = {
        confidence: confidenceOf(from),
        use: round(use.factor(attack_id)),
        gap: GAPS[covered.state],
        test: own.length > 0 ? 1 : WITHOUT_TEST,
      };
      const used = use.of(attack_id);
      return {
        attack_id,
        name: covered.name,
        tactics: covered.tactics,
        state: covered.state,
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

/** The highest confidence of a finding; a technique of another set is sure to be meant. */
function confidenceOf(from: TestFirstItem["from"]): number {
  return from.length === 0 ? 1 : Math.max(...from.map(({ confidence }) => confidence ?? 1));
}

/** To four digits: more would say that more is known. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
