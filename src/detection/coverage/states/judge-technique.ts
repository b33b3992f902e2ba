import type { IndexedTechnique } from "../../../knowledge/attack/release-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { RULE_TELEMETRY } from "../telemetry/rule-telemetry.ts";
import { bestOf, detect, type LastTest } from "./detect.ts";
import type { JudgedAnalytic } from "./judge-analytics.ts";
import type { RulesOfTechnique } from "./judge-rules.ts";
import type { CoveredTechnique, ProvingAnalytic, ProvingRule } from "./schema.ts";
import {
  type CoverageState,
  type Demand,
  MAX_FAMILY_ANALYTICS,
  MAX_FAMILY_RULES,
  MAX_PROOF_ANALYTICS,
  MAX_PROOF_IDS,
  MAX_PROOF_LOG_SOURCES,
  MAX_PROOF_RULES,
  type Relation,
} from "./vocabulary.ts";

/** Facts about one technique alone. */
export interface OwnFacts {
  technique: IndexedTechnique;
  rules: RulesOfTechnique;
  analytics: readonly JudgedAnalytic[];
  lastTest: LastTest | null;
  /** Number of recorded tests. */
  testCount: number;
}

/** The requirements for a proof. */
export interface Measure {
  demand: Demand;
  /** Tests and samples before it prove nothing. */
  provenSince: string;
}

/** A technique related to the one that is judged. */
export interface Relative extends OwnFacts {
  relation: Exclude<Relation, "own">;
}

/**
 * Judges the state of a technique. It counts only enabled rules, analytics and tests of the technique itself;
 * `family_state` also counts those of its relatives.
 */
export function judgeTechnique(
  own: OwnFacts,
  relatives: readonly Relative[],
  measure: Measure,
  from: CoveredTechnique["from"],
): CoveredTechnique {
  const self = { ...own, relation: "own" as const };
  const { technique, rules, analytics } = own;
  return {
    attack_id: technique.attack_id,
    name: technique.name,
    tactics: technique.tactics,
    platforms: technique.platforms,
    ...stateOf([own], measure),
    ...inFamily(stateOf([own, ...relatives], measure)),
    last_test: own.lastTest,
    test_count: own.testCount,
    rules: [
      ...provingRules(self).slice(0, MAX_PROOF_RULES),
      ...relatives.flatMap(provingRules).sort(byRuleProof).slice(0, MAX_FAMILY_RULES),
    ],
    rule_count: rules.enabled.length,
    drafts: rules.drafts.slice(0, MAX_PROOF_IDS),
    draft_count: rules.drafts.length,
    disabled: rules.disabled.slice(0, MAX_PROOF_IDS),
    disabled_count: rules.disabled.length,
    analytics: [
      ...provingAnalytics(self).slice(0, MAX_PROOF_ANALYTICS),
      // Relatives prove data only if they have some.
      ...relatives
        .flatMap(provingAnalytics)
        .filter(({ covered }) => covered !== "none")
        .sort((a, b) => Number(b.covered === "all") - Number(a.covered === "all"))
        .slice(0, MAX_FAMILY_ANALYTICS),
    ],
    analytic_count: analytics.length,
    log_sources: nameSources(analytics),
    from,
  };
}

type StateFacts = Pick<OwnFacts, "rules" | "analytics" | "lastTest">;
type Judged = Pick<CoveredTechnique, "state" | "detection">;

/** Returns the state that results from rules, analytics and tests. */
function stateOf(facts: readonly StateFacts[], { demand, provenSince }: Measure): Judged {
  const detection = bestOf(
    facts.map(({ rules: { enabled }, lastTest }) =>
      detect({ enabled, lastTest }, demand, provenSince),
    ),
  );
  if (detection !== null) return { state: "detected", detection };
  return { state: undetectedState(facts, demand), detection };
}

function undetectedState(facts: readonly StateFacts[], demand: Demand): CoverageState {
  if (facts.some(({ rules }) => rules.enabled.length > 0)) return "rule_without_data";
  const analytics = facts.flatMap((one) => one.analytics);
  return analytics.some((one) => hasData(one, demand)) ? "data_without_rule" : "blind";
}

function inFamily({ state, detection }: Judged) {
  return { family_state: state, family_detection: detection };
}

/** Returns whether enough of an analytic's data is collected. */
export function hasData({ covered }: Pick<JudgedAnalytic, "covered">, demand: Demand): boolean {
  return covered === "all" || (demand === "any" && covered === "some");
}

type Member = OwnFacts & { relation: Relation };

/** Sorts rules with telemetry first, then in family order. */
function byRuleProof(a: ProvingRule, b: ProvingRule): number {
  const rank = ({ collected }: ProvingRule) => RULE_TELEMETRY.indexOf(collected);
  return rank(a) - rank(b);
}

function provingRules({ technique, relation, rules }: Member): ProvingRule[] {
  return rules.enabled.slice(0, MAX_PROOF_RULES).map(({ rule, collected, by }) => ({
    rule_id: rule.rule_id,
    title: rule.title,
    language: rule.language,
    level: rule.level,
    technique_id: technique.attack_id,
    relation,
    collected,
    by,
    fired_at: rule.fired_at,
  }));
}

function provingAnalytics({ technique, relation, analytics }: Member): ProvingAnalytic[] {
  return analytics.slice(0, MAX_PROOF_ANALYTICS).map((one) => ({
    attack_id: one.attack_id,
    name: one.name,
    technique_id: technique.attack_id,
    relation,
    platforms: [...one.platforms],
    covered: one.covered,
    log_sources: one.log_sources.slice(0, MAX_PROOF_LOG_SOURCES),
    log_source_count: one.log_sources.length,
  }));
}

/** Returns the names of the log sources that analytics use: `all` if every channel of a name is covered. */
function nameSources(analytics: readonly JudgedAnalytic[]): CoveredTechnique["log_sources"] {
  const byName = Map.groupBy(
    analytics.flatMap((one) => one.log_sources),
    ({ name }) => name,
  );
  return [...byName]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, all]) => {
      const first = all[0]?.covered ?? "none";
      return { name, covered: all.every(({ covered }) => covered === first) ? first : "some" };
    });
}
