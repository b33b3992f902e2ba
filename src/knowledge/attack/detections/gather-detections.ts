import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { stateOf } from "../read-objects.ts";
import {
  toAnalytic,
  toComponent,
  toDataSource,
  toMitigation,
  toStrategy,
} from "./read-detection-objects.ts";
import type { ReleaseDetections } from "./release-detections.ts";

const KEPT = {
  strategy: "x-mitre-detection-strategy",
  analytic: "x-mitre-analytic",
  component: "x-mitre-data-component",
  dataSource: "x-mitre-data-source",
  mitigation: "course-of-action",
} as const;
const TYPES = new Set<string>(Object.values(KEPT));

/** The fields read from such objects: an isolate has little memory, and a release has thousands of them. */
const READ = [
  "name",
  "description",
  "external_references",
  "x_mitre_analytic_refs",
  "x_mitre_platforms",
  "x_mitre_log_source_references",
  "x_mitre_mutable_elements",
  "x_mitre_data_source_ref",
  "x_mitre_log_sources",
];

/** An active relationship. */
interface Relation {
  type: string;
  source: string;
  target: string;
  description: string | null;
}

/** Collects the detections and mitigations of a bundle while it is streamed, in any order. */
export class DetectionGathering {
  /** As bytes, which do not use the heap: an isolate's heap barely fits a release. */
  readonly #objects = new Map<string, Uint8Array[]>();

  add(object: StixObject): void {
    if (!TYPES.has(object.type) || stateOf(object) !== "active") return;
    const known = this.#objects.get(object.type);
    const kept = new TextEncoder().encode(JSON.stringify(onlyRead(object)));
    if (known === undefined) this.#objects.set(object.type, [kept]);
    else known.push(kept);
  }

  /**
   * Returns a function that builds the result once every object is there. References to missing or inactive objects are
   * excluded, but an analytic with a missing data component still has its log source.
   * @param active STIX id to ATT&CK id of active objects, including techniques
   */
  finish(
    relations: readonly Relation[],
    active: ReadonlyMap<string, string>,
  ): () => ReleaseDetections {
    const techniques = new Map([...active].filter(([id]) => id.startsWith("attack-pattern--")));
    const own = relations.filter(({ type }) => type === "detects" || type === "mitigates");
    return () => this.#build(own, techniques);
  }

  #build(
    relations: readonly Relation[],
    techniques: ReadonlyMap<string, string>,
  ): ReleaseDetections {
    const data_sources = this.#all(KEPT.dataSource, toDataSource);
    const places = placesOf(data_sources);
    const components = this.#all(KEPT.component, (object) => toComponent(object, places));
    const componentPlaces = placesOf(components);
    const analytics = this.#all(KEPT.analytic, (object) => toAnalytic(object, componentPlaces));
    const analyticIds = idsOf(analytics);
    const detected = targetsOf(relations, "detects", techniques);
    const mitigations = this.#all(KEPT.mitigation, toMitigation);
    const mitigationIds = idsOf(mitigations);
    return {
      strategies: this.#all(KEPT.strategy, (object) => toStrategy(object, analyticIds, detected)),
      analytics,
      components,
      data_sources,
      component_uses: usesOf(relations, "detects", componentPlaces, techniques).map(
        ([component, technique_id, description]) => ({ component, technique_id, description }),
      ),
      mitigations,
      mitigation_uses: usesOf(relations, "mitigates", mitigationIds, techniques).map(
        ([mitigation_id, technique_id, description]) => ({
          mitigation_id,
          technique_id,
          description,
        }),
      ),
    };
  }

  #all<T extends { stix_id: string; attack_id: string | null }>(
    type: string,
    build: (object: StixObject) => T | null,
  ): T[] {
    const seen = new Set<string>();
    const decoder = new TextDecoder();
    // One at a time, so that the objects are not in memory in both forms.
    return (this.#objects.get(type) ?? [])
      .map((bytes) => {
        const object = JSON.parse(decoder.decode(bytes)) as StixObject;
        if (seen.has(object.id)) return null;
        seen.add(object.id);
        return build(object);
      })
      .filter((record) => record !== null)
      .sort(
        (a, b) =>
          compareText(a.attack_id ?? "", b.attack_id ?? "") || compareText(a.stix_id, b.stix_id),
      );
  }
}

function onlyRead({ type, id, ...properties }: StixObject): StixObject {
  const kept: StixObject = { type, id };
  for (const name of READ) if (name in properties) kept[name] = properties[name];
  return kept;
}

function placesOf(records: readonly { stix_id: string }[]): Map<string, number> {
  return new Map(records.map(({ stix_id: id }, place) => [id, place]));
}

function idsOf(records: readonly { stix_id: string; attack_id: string }[]): Map<string, string> {
  return new Map(records.map(({ stix_id: id, attack_id }) => [id, attack_id]));
}

/** Returns the active techniques that each source of such relationships points to, sorted. */
function targetsOf(
  relations: readonly Relation[],
  type: string,
  techniques: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const targets = new Map<string, Set<string>>();
  for (const relation of relations) {
    const technique = techniques.get(relation.target);
    if (relation.type !== type || technique === undefined) continue;
    const known = targets.get(relation.source);
    if (known === undefined) targets.set(relation.source, new Set([technique]));
    else known.add(technique);
  }
  return new Map([...targets].map(([source, ids]) => [source, [...ids].sort(compareText)]));
}

/** Returns `[source, technique id, description]` of such relationships between active ends, without duplicate pairs. */
function usesOf<T extends string | number>(
  relations: readonly Relation[],
  type: string,
  sources: ReadonlyMap<string, T>,
  techniques: ReadonlyMap<string, string>,
): [T, string, string | null][] {
  const uses = new Map<string, [T, string, string | null]>();
  for (const relation of relations) {
    if (relation.type !== type) continue;
    const source = sources.get(relation.source);
    const technique = techniques.get(relation.target);
    if (source === undefined || technique === undefined) continue;
    const pair = `${source} ${technique}`;
    if (!uses.has(pair)) uses.set(pair, [source, technique, relation.description]);
  }
  return [...uses.values()];
}
