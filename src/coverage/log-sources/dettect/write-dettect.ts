import { stringify } from "yaml";
import type { DetectionIndex } from "../../../knowledge/attack/detections/detection-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { ReferenceIndex } from "../../telemetry/reference-index.ts";
import type { LogSourceEntry } from "../schema.ts";
import { QUALITY_DIMENSIONS } from "../vocabulary.ts";
import { OWN_KEY } from "./vocabulary.ts";

const EVERYWHERE = "every platform";

/**
 * The inventory as a data source administration of DeTT&CT, version 1.1: each entry under the data
 * components that it feeds in the release, or under its own name where it feeds none. Each detail says
 * which entry it is of, so that reading the file gives the same list again.
 * @param detections null: entries of components alone find their place
 */
export function writeDettect(
  entries: readonly LogSourceEntry[],
  { domain, detections }: { domain: string; detections: DetectionIndex | null },
): string {
  const sources = new Map<string, object[]>();
  const systems = new Map<string, { applicable_to: string; platform: string[] }>();
  for (const entry of entries) {
    const system = systemOf(entry.platforms);
    systems.set(system.applicable_to, system);
    for (const name of componentsOf(entry, detections)) {
      const detail = toDetail(entry, system.applicable_to);
      sources.set(name, [...(sources.get(name) ?? []), detail]);
    }
  }
  if (systems.size === 0) systems.set(EVERYWHERE, systemOf([]));
  const file = {
    version: 1.1,
    file_type: "data-source-administration",
    name: "tradecraft",
    domain,
    systems: [...systems.values()],
    data_sources: [...sources]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, details]) => ({ data_source_name: name, data_source: details })),
    exceptions: [],
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

function systemOf(platforms: readonly string[]) {
  return platforms.length === 0
    ? { applicable_to: EVERYWHERE, platform: ["all"] }
    : { applicable_to: platforms.join(", "), platform: [...platforms] };
}

function toDetail(entry: LogSourceEntry, system: string) {
  const { kind, name, channels, platforms, note, since, products, quality } = entry;
  return {
    applicable_to: [system],
    date_registered: since,
    date_connected: since,
    products: products.length > 0 ? products : [name],
    available_for_data_analytics: true,
    comment: note,
    // DeTT&CT takes what is 0 throughout for missing; what nobody has judged is the least that is there.
    data_quality: quality ?? Object.fromEntries(QUALITY_DIMENSIONS.map((one) => [one, 1])),
    [OWN_KEY]: { kind, name, channels, platforms, products, quality },
  };
}

/** The components that an entry feeds, by name, sorted; its own name where it feeds none. */
function componentsOf(entry: LogSourceEntry, detections: DetectionIndex | null): string[] {
  if (entry.kind === "component" || detections === null) return [entry.name];
  const index = new ReferenceIndex([entry]);
  const found = new Set<string>();
  for (const { log_sources: references } of detections.analytics) {
    for (const { component: place, ...reference } of references) {
      const name = detections.components[place ?? -1]?.name;
      if (name === undefined || found.has(name)) continue;
      const { covered } = index.covers({ ...reference, component: null }, []);
      if (covered !== "none") found.add(name);
    }
  }
  return found.size === 0 ? [entry.name] : [...found].sort(compareText);
}
