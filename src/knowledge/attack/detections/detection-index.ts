import { compareText } from "../../../platform/lib/text.ts";
import type {
  AnalyticRecord,
  DataComponentRecord,
  ReleaseDetections,
  StrategyRecord,
} from "./release-detections.ts";

/**
 * How a release describes detection: `detection_strategies` since ATT&CK 18, `data_sources` before, `none` if it does
 * not, `not_stored` if an earlier version of the program stored the release without it.
 */
export const DETECTION_MODELS = [
  "detection_strategies",
  "data_sources",
  "none",
  "not_stored",
] as const;
export type DetectionModel = (typeof DETECTION_MODELS)[number];

/** An analytic of a technique and its strategy. */
export interface TechniqueAnalytic {
  strategy: StrategyRecord;
  analytic: AnalyticRecord;
}

/** A component that detects a technique, before 18. */
export interface ComponentUse {
  component: DataComponentRecord;
  description: string | null;
}

/** How a mitigation counters a technique. */
export interface MitigationUse {
  mitigation_id: string;
  description: string | null;
}

/** A release's detections, indexed for lookups. */
export interface DetectionIndex extends ReleaseDetections {
  model: DetectionModel;
  analyticsById: ReadonlyMap<string, AnalyticRecord>;
  /** By technique id, sorted by the strategy's id. */
  strategiesOf: ReadonlyMap<string, StrategyRecord[]>;
  componentsOf: ReadonlyMap<string, ComponentUse[]>;
  /** By technique id, sorted by the mitigation's id. */
  mitigationsOf: ReadonlyMap<string, MitigationUse[]>;
}

/** Indexes stored detections. `isStored` is whether there were any. */
export function indexDetections(stored: ReleaseDetections, isStored: boolean): DetectionIndex {
  const strategiesOf = new Map<string, StrategyRecord[]>();
  for (const strategy of stored.strategies) {
    for (const id of strategy.techniques) pushTo(strategiesOf, id, strategy);
  }
  const componentsOf = new Map<string, ComponentUse[]>();
  for (const { component: place, technique_id, description } of stored.component_uses) {
    const component = stored.components[place];
    if (component !== undefined) pushTo(componentsOf, technique_id, { component, description });
  }
  const mitigationsOf = new Map<string, MitigationUse[]>();
  for (const { technique_id, ...use } of stored.mitigation_uses) {
    pushTo(mitigationsOf, technique_id, use);
  }
  for (const uses of mitigationsOf.values()) {
    uses.sort((a, b) => compareText(a.mitigation_id, b.mitigation_id));
  }
  return {
    ...stored,
    model: modelOf(stored, isStored),
    // The first entry of a duplicate id takes precedence.
    analyticsById: new Map(
      stored.analytics.toReversed().map((analytic) => [analytic.attack_id, analytic]),
    ),
    strategiesOf,
    componentsOf,
    mitigationsOf,
  };
}

/** Returns the analytics of a technique by strategy, in ATT&CK's order. */
export function analyticsOf(index: DetectionIndex, techniqueId: string): TechniqueAnalytic[] {
  return (index.strategiesOf.get(techniqueId) ?? []).flatMap((strategy) =>
    strategy.analytics
      .map((id) => index.analyticsById.get(id))
      .filter((analytic) => analytic !== undefined)
      .map((analytic) => ({ strategy, analytic })),
  );
}

function modelOf(stored: ReleaseDetections, isStored: boolean): DetectionModel {
  if (!isStored) return "not_stored";
  if (stored.strategies.length > 0) return "detection_strategies";
  return stored.component_uses.length > 0 ? "data_sources" : "none";
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
