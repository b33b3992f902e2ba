import {
  recordsOf,
  type StixObject,
  stringOf,
  stringsOf,
} from "../../../formats/stix/stix-object.ts";
import { attackReference } from "../read-objects.ts";
import { cleanChannel, cleanText } from "./channels.ts";
import type {
  AnalyticRecord,
  DataComponentRecord,
  DataSourceRecord,
  LogSourceReference,
  MitigationRecord,
  MutableElement,
  StrategyRecord,
} from "./release-detections.ts";

/** Returns the fields of any object with an ATT&CK id, or null. */
function baseOf(object: StixObject) {
  const reference = attackReference(object);
  const name = stringOf(object["name"]);
  if (reference === null || name === null) return null;
  return { stix_id: object.id, attack_id: reference.id, name };
}

/**
 * Converts a detection strategy. `analytics` maps the existing analytics to ids, `detected` lists each one's
 * techniques.
 */
export function toStrategy(
  object: StixObject,
  analytics: ReadonlyMap<string, string>,
  detected: ReadonlyMap<string, string[]>,
): StrategyRecord | null {
  const base = baseOf(object);
  const ids = stringsOf(object["x_mitre_analytic_refs"]).map((ref) => analytics.get(ref));
  return (
    base && {
      ...base,
      url: attackReference(object)?.url ?? null,
      techniques: detected.get(object.id) ?? [],
      analytics: [...new Set(ids.filter((id) => id !== undefined))],
    }
  );
}

/** Converts an analytic. `components` are the indexes of existing ones. */
export function toAnalytic(
  object: StixObject,
  components: ReadonlyMap<string, number>,
): AnalyticRecord | null {
  const base = baseOf(object);
  return (
    base && {
      ...base,
      description: stringOf(object["description"]),
      platforms: stringsOf(object["x_mitre_platforms"]),
      log_sources: toReferences(object["x_mitre_log_source_references"], components),
      mutable_elements: toMutableElements(object["x_mitre_mutable_elements"]),
    }
  );
}

/** Returns references in ATT&CK's order, without duplicates. */
function toReferences(value: unknown, components: ReadonlyMap<string, number>) {
  const references = new Map<string, LogSourceReference>();
  for (const entry of recordsOf(value)) {
    const name = cleanText(stringOf(entry["name"]) ?? "");
    if (name === "") continue;
    const channel = cleanChannel(entry["channel"]);
    const component = components.get(stringOf(entry["x_mitre_data_component_ref"]) ?? "") ?? null;
    const key = JSON.stringify([component, name, channel]);
    if (!references.has(key)) references.set(key, { component, name, channel, withheld: false });
  }
  return [...references.values()];
}

function toMutableElements(value: unknown): MutableElement[] {
  return recordsOf(value)
    .map((entry) => ({
      field: cleanText(stringOf(entry["field"]) ?? ""),
      description: stringOf(entry["description"]),
    }))
    .filter(({ field }) => field !== "");
}

/** Converts a data component with its log sources or its data source. */
export function toComponent(
  object: StixObject,
  dataSources: ReadonlyMap<string, number>,
): DataComponentRecord | null {
  const name = stringOf(object["name"]);
  if (name === null) return null;
  return {
    stix_id: object.id,
    attack_id: attackReference(object)?.id ?? null,
    name,
    data_source: dataSources.get(stringOf(object["x_mitre_data_source_ref"]) ?? "") ?? null,
    log_sources: toReferences(object["x_mitre_log_sources"], new Map()).map(
      ({ component: _component, ...source }) => source,
    ),
  };
}

/** Converts a data source, as in releases before 18. */
export function toDataSource(object: StixObject): DataSourceRecord | null {
  const base = baseOf(object);
  return base && { ...base, platforms: stringsOf(object["x_mitre_platforms"]) };
}

/** Converts a mitigation. */
export function toMitigation(object: StixObject): MitigationRecord | null {
  const base = baseOf(object);
  const url = attackReference(object)?.url ?? null;
  return base && { ...base, description: stringOf(object["description"]), url };
}
