import type { DetectionIndex } from "../../knowledge/attack/detections/detection-index.ts";
import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { IndexedTechnique, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { foldPlatforms, sharePlatform } from "../telemetry/platforms.ts";
import { ReferenceIndex } from "../telemetry/reference-index.ts";
import { CollectedTelemetry } from "../telemetry/rule-telemetry.ts";
import { feedsOfInventory } from "../telemetry/telemetry.ts";
import { AnalyticJudge, type CollectedIndex } from "./judge-analytics.ts";
import { judgeRules, type RulesByTechnique, rulesOf } from "./judge-rules.ts";
import { judgeTechnique, type OwnFacts, type Relative } from "./judge-technique.ts";
import { findUnmapped } from "./find-unmapped.ts";
import type { CoverageInputs } from "./read-inputs.ts";
import type { ResolvedSets } from "./resolve-sets.ts";
import type { Coverage } from "./schema.ts";
import { countByTactic, countStates } from "./summarise.ts";
import type { Demand } from "./vocabulary.ts";

/** The release that coverage is told of. */
export interface CoverageRelease {
  index: ReleaseIndex;
  detections: DetectionIndex;
  known: KnownIds;
}

/** What is asked: the sets, the platforms as they were written, and how much data is enough. */
export interface CoverageAsked {
  resolved: ResolvedSets;
  platforms: readonly string[];
  demand: Demand;
}

/** Tells the state of every technique that is asked for, with what proves it. */
export function buildCoverage(
  release: CoverageRelease,
  inputs: Pick<CoverageInputs, "rules" | "inventory">,
  { resolved, platforms: asked, demand }: CoverageAsked,
): Coverage {
  const { index } = release;
  const platforms = foldPlatforms(asked);
  const collected = indexInventory(inputs.inventory?.entries ?? [], release.detections);
  const telemetry = new CollectedTelemetry(collected.feeding);
  const rules = judgeRules(inputs.rules, telemetry, release, platforms);
  const family = new Families(
    index,
    rules,
    new AnalyticJudge(release.detections, collected, platforms),
  );
  const left_out: Coverage["left_out"] = [];
  const techniques = [...resolved.techniques].flatMap(([id, from]) => {
    const technique = index.techniques.get(id);
    if (technique === undefined) return [];
    if (!sharePlatform(foldPlatforms(technique.platforms), platforms)) {
      left_out.push(leftOut(technique));
      return [];
    }
    return [judgeTechnique(family.own(technique), family.relatives(technique), demand, from)];
  });
  return {
    domain: index.domain,
    version: index.version,
    platforms: [...asked],
    demand,
    sets: resolved.sets,
    inventory: {
      revision: inputs.inventory?.revision ?? 0,
      entries: inputs.inventory?.entries.length ?? 0,
    },
    rules: countRules(inputs.rules),
    summary: countStates(techniques.map(({ state }) => state)),
    family_summary: countStates(techniques.map(({ family_state: state }) => state)),
    by_tactic: countByTactic(techniques, index),
    techniques,
    replaced: resolved.replaced,
    unknown_techniques: resolved.unknown,
    left_out,
    unmapped: findUnmapped(inputs.rules, telemetry, release.detections),
    warnings: warningsOf(release, asked, rules),
  };
}

/** An inventory in the forms in which it is looked up. */
export function indexInventory(
  sources: CollectedIndex["sources"],
  detections: DetectionIndex,
): CollectedIndex {
  return {
    sources,
    feeding: feedsOfInventory(sources, detections),
    references: new ReferenceIndex(sources),
  };
}

/** What is known of techniques, each once, and who is above and below whom. */
class Families {
  readonly #rules: RulesByTechnique;
  readonly #judge: AnalyticJudge;
  readonly #index: ReleaseIndex;
  readonly #below: ReadonlyMap<string, readonly IndexedTechnique[]>;
  readonly #known = new Map<string, OwnFacts>();

  constructor(index: ReleaseIndex, rules: RulesByTechnique, judge: AnalyticJudge) {
    this.#index = index;
    this.#rules = rules;
    this.#judge = judge;
    this.#below = Map.groupBy(index.techniques.values(), ({ attack_id: id }) => parentOf(id));
  }

  own(technique: IndexedTechnique): OwnFacts {
    const { attack_id: id } = technique;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const rules = rulesOf(this.#rules, id);
    const facts = { technique, rules, analytics: this.#judge.of(technique) };
    this.#known.set(id, facts);
    return facts;
  }

  relatives({ attack_id: id }: IndexedTechnique): Relative[] {
    const above = this.#index.techniques.get(parentOf(id));
    if (above !== undefined && above.attack_id !== id) {
      return [{ ...this.own(above), relation: "parent" }];
    }
    return (this.#below.get(id) ?? [])
      .filter((technique) => technique.attack_id !== id)
      .map((technique) => ({ ...this.own(technique), relation: "subtechnique" }));
  }
}

function countRules(rules: CoverageInputs["rules"]): Coverage["rules"] {
  const counts = { enabled: 0, draft: 0, disabled: 0 };
  for (const { state } of rules) counts[state] += 1;
  return counts;
}

function leftOut({ attack_id, name, platforms }: IndexedTechnique): Coverage["left_out"][number] {
  return { attack_id, name, reason: `${attack_id} is on ${platforms.join(", ")} only.` };
}

const MAX_NAMED = 10;

function warningsOf(
  { index, detections }: CoverageRelease,
  platforms: readonly string[],
  { unknown }: RulesByTechnique,
): string[] {
  const where = `${index.domain} ${index.version}`;
  const known = new Set(
    foldPlatforms([...index.techniques.values()].flatMap((technique) => technique.platforms)),
  );
  const strange = platforms.filter((name) => !foldPlatforms([name]).every((one) => known.has(one)));
  const rest = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : "";
  return [
    ...(detections.model === "none" || detections.model === "not_stored"
      ? [`${where} does not say by what data techniques are detected.`]
      : []),
    ...strange.map((name) => `No technique of ${where} is on ${name.slice(0, 64)}.`),
    ...(unknown.length === 0
      ? []
      : [
          `Rules name techniques that ${where} does not have: ${unknown.slice(0, MAX_NAMED).join(", ")}${rest}.`,
        ]),
  ];
}
