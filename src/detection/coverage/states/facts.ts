import type { DetectionIndex } from "../../../knowledge/attack/detections/detection-index.ts";
import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import type { IndexedTechnique, ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { parentOf } from "../../../knowledge/attack/technique-id.ts";
import type { CollectedSource } from "../telemetry/collected-source.ts";
import { ComponentIndex } from "../telemetry/component-cover.ts";
import { foldPlatforms, sharePlatform } from "../telemetry/platforms.ts";
import { ReferenceIndex } from "../telemetry/reference-index.ts";
import { CollectedTelemetry } from "../telemetry/rule-telemetry.ts";
import { feedsOfInventory } from "../telemetry/telemetry.ts";
import { AnalyticJudge, type CollectedIndex } from "./judge-analytics.ts";
import { judgeRules, type RulesByTechnique, rulesOf } from "./judge-rules.ts";
import type { OwnFacts, Relative } from "./judge-technique.ts";
import type { CoverageInputs } from "./read-inputs.ts";
import { type TestsByTechnique, testsByTechnique } from "./tests-by-technique.ts";
import type { ResolvedSets } from "./resolve-sets.ts";
import type { Coverage, CoveredTechnique } from "./schema.ts";
import type { Demand } from "./vocabulary.ts";

/** The release that coverage is computed for. */
export interface CoverageRelease {
  index: ReleaseIndex;
  detections: DetectionIndex;
  known: KnownIds;
}

/** The request: the sets, the platforms as written, and the required amount of data. */
export interface CoverageAsked {
  resolved: ResolvedSets;
  platforms: readonly string[];
  demand: Demand;
  /** Tests and samples before it prove nothing. */
  provenSince: string;
}

/** A requested technique. */
export interface WantedTechnique {
  technique: IndexedTechnique;
  from: CoveredTechnique["from"];
}

/** Facts about a release's techniques from one inventory and one set of rules. */
export class CoverageFacts {
  /** Requested techniques, by id, without those of other platforms. */
  readonly wanted: readonly WantedTechnique[];
  readonly leftOut: Coverage["left_out"];
  /** Requested platforms, folded; empty means all. */
  readonly platforms: readonly string[];
  readonly collected: CollectedIndex;
  readonly telemetry: CollectedTelemetry;
  readonly rules: RulesByTechnique;
  readonly #judge: AnalyticJudge;
  readonly #tests: TestsByTechnique;
  readonly #index: ReleaseIndex;
  readonly #below: ReadonlyMap<string, readonly IndexedTechnique[]>;
  readonly #known = new Map<string, OwnFacts>();

  constructor(
    release: CoverageRelease,
    { rules, inventory, tests }: Pick<CoverageInputs, "rules" | "inventory" | "tests">,
    { resolved, platforms }: Pick<CoverageAsked, "resolved" | "platforms">,
  ) {
    const { index, detections } = release;
    this.#index = index;
    this.platforms = foldPlatforms(platforms);
    this.collected = indexInventory(inventory?.entries ?? [], detections);
    this.telemetry = new CollectedTelemetry(this.collected.feeding);
    this.rules = judgeRules(rules, this.telemetry, release, this.platforms);
    this.#tests = testsByTechnique(tests, release);
    this.#judge = new AnalyticJudge(detections, this.collected, this.platforms);
    this.#below = Map.groupBy(index.techniques.values(), ({ attack_id: id }) => parentOf(id));
    const asked = [...resolved.techniques].flatMap(([id, from]) => {
      const technique = index.techniques.get(id);
      return technique === undefined ? [] : [{ technique, from }];
    });
    const isHere = ({ technique }: WantedTechnique) =>
      sharePlatform(foldPlatforms(technique.platforms), this.platforms);
    this.wanted = asked.filter(isHere);
    this.leftOut = asked.filter((one) => !isHere(one)).map(({ technique }) => leftOut(technique));
  }

  /** Returns the rules, analytics and tests of a technique alone. */
  own(technique: IndexedTechnique): OwnFacts {
    const { attack_id: id } = technique;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const rules = rulesOf(this.rules, id);
    const { lastTest = null, testCount = 0 } = this.#tests.get(id) ?? {};
    const facts = { technique, rules, analytics: this.#judge.of(technique), lastTest, testCount };
    this.#known.set(id, facts);
    return facts;
  }

  /** Returns the facts of its parent technique, or of its sub-techniques. */
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

/** Indexes an inventory for lookup. */
function indexInventory(
  sources: readonly CollectedSource[],
  detections: DetectionIndex,
): CollectedIndex {
  const feeding = feedsOfInventory(sources, detections);
  return {
    feeding,
    references: new ReferenceIndex(sources),
    components: new ComponentIndex(sources, feeding),
  };
}

function leftOut({ attack_id, name, platforms }: IndexedTechnique): Coverage["left_out"][number] {
  return { attack_id, name, reason: `${attack_id} is on ${platforms.join(", ")} only.` };
}
