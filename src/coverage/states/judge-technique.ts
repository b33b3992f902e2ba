import type { IndexedTechnique } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import { RULE_TELEMETRY } from "../telemetry/rule-telemetry.ts";
import type { JudgedAnalytic } from "./judge-analytics.ts";
import type { JudgedRule, RulesOfTechnique } from "./judge-rules.ts";
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

/** What is known of one technique alone. */
export interface OwnFacts {
  technique: IndexedTechnique;
  rules: RulesOfTechnique;
  analytics: readonly JudgedAnalytic[];
}

/** A technique beside the one that is judged. */
export interface Relative extends OwnFacts {
  relation: Exclude<Relation, "own">;
}

/**
 * The state of a technique. It counts only enabled rules and analytics of this very technique;
 * `family_state` counts those of its relatives too.
 */
export function judgeTechnique(
  own: OwnFacts,
  relatives: readonly Relative[],
  demand: Demand,
  from: CoveredTechnique["from"],
): CoveredTechnique {
  const self = { ...own, relation: "own" as const };
  const { technique, rules, analytics } = own;
  return {
    attack_id: technique.attack_id,
    name: technique.name,
    tactics: technique.tactics,
    platforms: technique.platforms,
    state: stateOf([own], demand),
    family_state: stateOf([own, ...relatives], demand),
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
      // Relatives prove data only where they have some.
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

/** The state that rules and analytics together make. */
export function stateOf(
  facts: readonly Pick<OwnFacts, "rules" | "analytics">[],
  demand: Demand,
): CoverageState {
  const enabled = facts.flatMap(({ rules }) => rules.enabled);
  if (enabled.some((rule) => isSeen(rule, demand))) return "detected";
  if (enabled.length > 0) return "rule_without_data";
  const analytics = facts.flatMap((one) => one.analytics);
  return analytics.some((one) => hasData(one, demand)) ? "data_without_rule" : "blind";
}

/** Whether so much of a rule's telemetry is collected that it counts. */
export function isSeen({ collected }: Pick<JudgedRule, "collected">, demand: Demand): boolean {
  return collected === "all" || (demand === "any" && collected === "some");
}

/** Whether so much of what an analytic reads is collected that it counts. */
export function hasData({ covered }: Pick<JudgedAnalytic, "covered">, demand: Demand): boolean {
  return covered === "all" || (demand === "any" && covered === "some");
}

type Member = OwnFacts & { relation: Relation };

/** Those first that have their telemetry; else in the order of the family. */
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

/** The names of the log sources that analytics read: `all` where every channel of a name is covered. */
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
