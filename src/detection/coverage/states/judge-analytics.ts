import {
  analyticsOf,
  type DetectionIndex,
} from "../../../knowledge/attack/detections/detection-index.ts";
import { type Coverage, coverageOf } from "../../../knowledge/attack/detections/inventory.ts";
import type { AnalyticRecord } from "../../../knowledge/attack/detections/release-detections.ts";
import type { IndexedTechnique } from "../../../knowledge/attack/release-index.ts";
import type { ComponentIndex } from "../telemetry/component-cover.ts";
import { foldPlatforms, sharePlatform } from "../telemetry/platforms.ts";
import type { CoveredBy, ReferenceIndex } from "../telemetry/reference-index.ts";
import type { FeedingSource } from "../telemetry/rule-telemetry.ts";

/** A log source that an analytic uses, and how much of it is collected. */
export interface JudgedSource extends CoveredBy {
  name: string;
  channel: string | null;
  component: string | null;
}

/** An analytic of a technique; before version 18, a data component that detects it. */
export interface JudgedAnalytic {
  attack_id: string;
  name: string;
  platforms: readonly string[];
  covered: Coverage;
  log_sources: JudgedSource[];
}

/** The collected sources, indexed for lookup. */
export interface CollectedIndex {
  feeding: readonly FeedingSource[];
  references: ReferenceIndex;
  components: ComponentIndex;
}

/** Judges the analytics of a release's techniques against one inventory. */
export class AnalyticJudge {
  readonly #detections: DetectionIndex;
  readonly #collected: CollectedIndex;
  /** Folded; empty means all. */
  readonly #platforms: readonly string[];
  readonly #judged = new Map<AnalyticRecord, JudgedAnalytic>();

  constructor(
    detections: DetectionIndex,
    collected: CollectedIndex,
    platforms: readonly string[] = [],
  ) {
    this.#detections = detections;
    this.#collected = collected;
    this.#platforms = platforms;
  }

  /** Returns a technique's analytics on the requested platforms, in ATT&CK's order. */
  of(technique: IndexedTechnique): JudgedAnalytic[] {
    if (this.#detections.model === "data_sources") return this.#components(technique);
    const records = analyticsOf(this.#detections, technique.attack_id).map((one) => one.analytic);
    return [...new Set(records)].flatMap((record) => {
      const platforms = foldPlatforms(record.platforms);
      if (!sharePlatform(platforms, this.#platforms)) return [];
      const known = this.#judged.get(record) ?? this.#judge(record, platforms);
      this.#judged.set(record, known);
      return [known];
    });
  }

  #judge(record: AnalyticRecord, platforms: readonly string[]): JudgedAnalytic {
    const wanted = this.#narrow(platforms);
    const judged = new Map<string, JudgedSource>();
    for (const { name, channel, withheld, component: place } of record.log_sources) {
      const component = this.#detections.components[place ?? -1]?.name ?? null;
      const key = JSON.stringify([name, channel, component]);
      if (judged.has(key)) continue;
      const source = { name, channel, withheld, component };
      judged.set(key, {
        name,
        channel,
        component,
        ...this.#collected.references.covers(source, wanted),
      });
    }
    const { attack_id, name, platforms: published } = record;
    return toAnalytic({ attack_id, name, platforms: published }, [...judged.values()]);
  }

  /** Returns components as analytics: before version 18, a release lists only components. */
  #components(technique: IndexedTechnique): JudgedAnalytic[] {
    const uses = this.#detections.componentsOf.get(technique.attack_id) ?? [];
    const components = [...new Set(uses.map(({ component }) => component))];
    return components.flatMap(({ attack_id, name, data_source: place }) => {
      const source = this.#detections.data_sources[place ?? -1];
      const own = foldPlatforms(technique.platforms);
      const of = foldPlatforms(source?.platforms ?? []);
      const platforms = own.length === 0 ? of : own.filter((one) => sharePlatform([one], of));
      // A component of other platforms provides no data on the technique's platforms.
      if (own.length > 0 && platforms.length === 0) return [];
      if (!sharePlatform(platforms, this.#platforms)) return [];
      const read = { name, data_source: source?.name ?? null };
      const judged = this.#collected.components.covers(read, this.#narrow(platforms));
      const published = technique.platforms.filter((one) =>
        sharePlatform(foldPlatforms([one]), platforms),
      );
      return [
        toAnalytic({ attack_id: attack_id ?? name, name, platforms: published }, [
          { name: source?.name ?? name, channel: name, component: name, ...judged },
        ]),
      ];
    });
  }

  /** Returns the requested platforms of an analytic. */
  #narrow(platforms: readonly string[]): readonly string[] {
    if (platforms.length === 0) return this.#platforms;
    if (this.#platforms.length === 0) return platforms;
    return platforms.filter((one) => this.#platforms.includes(one));
  }
}

function toAnalytic(
  named: Pick<JudgedAnalytic, "attack_id" | "name" | "platforms">,
  log_sources: JudgedSource[],
): JudgedAnalytic {
  const covered = coverageOf(log_sources.map((source) => source.covered)) ?? "none";
  return { ...named, covered, log_sources };
}
