import type { CoverageFacts } from "../states/facts.ts";
import { hasData, type OwnFacts } from "../states/judge-technique.ts";
import type { Demand } from "../states/vocabulary.ts";
import { feedsOfSource } from "../telemetry/feeds.ts";
import { foldPlatforms } from "../telemetry/platforms.ts";
import { CollectedTelemetry } from "../telemetry/rule-telemetry.ts";
import { type LogUnit, missingUnits, noteUse, type UnitUse } from "./log-units.ts";
import { pickGreedily, type Unseen } from "./pick-greedily.ts";
import type { CollectNext } from "./schema.ts";

/** The units to collect, in order, and their effect on the techniques. */
export type CollectionPlan = Pick<
  CollectNext,
  "technique_count" | "seen" | "share" | "steps" | "unreachable"
>;

/** Plans collection so that after each step as many techniques as possible have data. */
export function planCollection(
  facts: CoverageFacts,
  demand: Demand,
  limit: number,
): CollectionPlan {
  const all = facts.wanted.map(({ technique }) => facts.own(technique));
  const blind = all.filter(({ analytics }) => !analytics.some((one) => hasData(one, demand)));
  const uses = new Map<string, UnitUse>();
  const unseen = blind.map((own) => toUnseen(own, facts, demand, uses));
  const seen = all.length - blind.length;
  const shareOf = (count: number) =>
    all.length === 0 ? 0 : Math.round((count / all.length) * 10_000) / 10_000;
  let seen_after = seen;
  const rulesGained = openRuleCount(facts, all);
  const steps = pickGreedily(unseen, limit).map(({ unit, gained }, place) => {
    seen_after += gained.length;
    const use = uses.get(unit.key);
    return {
      step: place + 1,
      name: unit.name,
      channel: unit.channel,
      components: [...(use?.components ?? [])].sort(),
      platforms: [...(use?.platforms ?? [])].sort(),
      gained: gained.length,
      techniques: gained,
      rules_gained: rulesGained(unit),
      seen_after,
      share: shareOf(seen_after),
    };
  });
  return {
    technique_count: all.length,
    seen,
    share: shareOf(seen),
    steps,
    unreachable: unseen
      .filter(({ alternatives }) => alternatives.length === 0)
      .map(({ attack_id }) => attack_id),
  };
}

/**
 * Returns what would give a technique data: each unit of `any` alone, or all units of an analytic in `all` together.
 */
function toUnseen(
  { technique, analytics }: OwnFacts,
  facts: CoverageFacts,
  demand: Demand,
  uses: Map<string, UnitUse>,
): Unseen {
  const alternatives: LogUnit[][] = [];
  for (const analytic of analytics) {
    const platforms = foldPlatforms(analytic.platforms);
    const missing = analytic.log_sources.flatMap((source) => {
      const units = missingUnits(
        source,
        (part) =>
          facts.collected.references.covers({ ...part, withheld: false }, platforms).covered ===
          "all",
      );
      for (const unit of units) noteUse(uses, unit, source, analytic);
      return units;
    });
    if (missing.length === 0) continue;
    if (demand === "all") alternatives.push(missing);
    else for (const unit of missing) alternatives.push([unit]);
  }
  return { attack_id: technique.attack_id, alternatives };
}

/** Counts, step by step, the enabled rules without telemetry that gain some. */
function openRuleCount(
  { platforms }: CoverageFacts,
  all: readonly OwnFacts[],
): (unit: LogUnit) => number {
  const waiting = new Map(
    all
      .flatMap(({ rules }) => rules.enabled)
      .filter(({ collected }) => collected === "none")
      .map(({ rule }) => [rule.rule_id, rule]),
  );
  return ({ name, channel }) => {
    const feeds = feedsOfSource(name, channel === null ? [] : [channel]);
    const telemetry = new CollectedTelemetry([{ label: name, platforms, feeds }]);
    const gained = [...waiting.values()].filter(
      ({ logsource }) => telemetry.of(logsource).collected !== "none",
    );
    for (const { rule_id: id } of gained) waiting.delete(id);
    return gained.length;
  };
}
