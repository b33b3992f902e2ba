import { stringify } from "yaml";
import type { DetectionIndex } from "../../../../knowledge/attack/detections/detection-index.ts";
import { compareText, foldText } from "../../../../platform/lib/text.ts";
import { foldPlatforms } from "../../telemetry/platforms.ts";
import { type ReadSource, ReferenceIndex } from "../../telemetry/reference-index.ts";
import type { LogSourceEntry } from "../schema.ts";
import { MAX_NOTE_CHARS, MAX_PRODUCTS, QUALITY_DIMENSIONS } from "../vocabulary.ts";
import { toPlatform } from "./platform-names.ts";
import { JUDGED_KEY, LOG_SOURCES_KEY, MADE_KEY, MAX_WRITTEN_DETAILS } from "./vocabulary.ts";

const EVERYWHERE = "every platform";

/** A detail to write: what is collected of a component on a system. */
interface Detail {
  component: string;
  platforms: readonly string[];
  entries: readonly LogSourceEntry[];
}

/**
 * Writes the inventory as a DeTT&CT data source administration, version 1.1. Its data sources are components; log
 * sources appear under the components that they feed in the release. A key of our own stores the log sources unchanged,
 * so that an import restores the same list.
 */
export function writeDettect(
  entries: readonly LogSourceEntry[],
  { domain, detections }: { domain: string; detections: DetectionIndex },
): string {
  const sources = entries.filter(({ kind }) => kind === "log_source");
  const components = entries.filter(({ kind }) => kind === "component");
  const written = oncePerSystem([
    ...components.map((entry) => ({
      component: entry.name,
      platforms: entry.platforms,
      entries: [entry],
    })),
    ...feedsOf(sources, detections),
  ]).slice(0, MAX_WRITTEN_DETAILS);
  // Log sources, and components beyond the limit, are written as lines; all others only as details.
  const detailed = new Set(written.flatMap((detail) => detail.entries));
  const lines = [...sources, ...components.filter((entry) => !detailed.has(entry))];
  const byComponent = Map.groupBy(written, ({ component }) => component);
  const systems = new Map(written.map(({ platforms }) => [systemOf(platforms), platforms]));
  if (systems.size === 0) systems.set(EVERYWHERE, []);
  const file = {
    version: 1.1,
    file_type: "data-source-administration",
    name: "tradecraft",
    domain,
    systems: [...systems].map(([applicable_to, platforms]) => ({
      applicable_to,
      platform: foldPlatforms(platforms).length === 0 ? ["all"] : platforms.map(toPlatform),
    })),
    data_sources: [...byComponent]
      .sort(([a], [b]) => compareText(a, b))
      .map(([data_source_name, of]) => ({ data_source_name, data_source: of.map(toYaml) })),
    ...(lines.length > 0 && {
      [LOG_SOURCES_KEY]: `${lines.map((entry) => JSON.stringify(entry)).join("\n")}\n`,
    }),
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * Returns one detail per data source and system, because DeTT&CT rejects duplicates. A component of the inventory takes
 * precedence and represents the log sources that feed it on the same system.
 */
function oncePerSystem(details: readonly Detail[]): Detail[] {
  const found = new Map<string, Detail>();
  for (const detail of details) {
    const key = JSON.stringify([foldText(detail.component), systemOf(detail.platforms)]);
    if (!found.has(key)) found.set(key, detail);
  }
  return [...found.values()];
}

/** Returns the name of a system. DeTT&CT compares names without case and reserves `all`. */
function systemOf(platforms: readonly string[]): string {
  return foldPlatforms(platforms).length === 0 ? EVERYWHERE : platforms.map(toPlatform).join(", ");
}

function toYaml({ platforms, entries }: Detail) {
  const [first] = entries;
  const isMade = first?.kind === "log_source";
  const products = entries.flatMap((entry) => [...(isMade ? [entry.name] : []), ...entry.products]);
  const since = entries.flatMap((entry) => entry.since ?? []).sort(compareText)[0] ?? null;
  const judged = entries.flatMap(({ quality }) => quality ?? []);
  return {
    applicable_to: [systemOf(platforms)],
    date_registered: since,
    date_connected: since,
    products: products.length === 0 ? [""] : [...new Set(products)].slice(0, MAX_PRODUCTS),
    available_for_data_analytics: true,
    comment: entries
      .map(({ note }) => note)
      .filter((note) => note !== "")
      .join("\n")
      .slice(0, MAX_NOTE_CHARS),
    // DeTT&CT treats all zeros as missing, so unrated quality gets the lowest available score.
    data_quality: Object.fromEntries(
      QUALITY_DIMENSIONS.map((name) => [
        name,
        judged.length === 0 ? 1 : Math.max(...judged.map((quality) => quality[name])),
      ]),
    ),
    ...(judged.length === 0 && { [JUDGED_KEY]: false }),
    ...(isMade && { [MADE_KEY]: true }),
  };
}

/** Returns what log sources feed, by component and platforms. */
function feedsOf(sources: readonly LogSourceEntry[], detections: DetectionIndex): Detail[] {
  const found = new Map<
    string,
    { component: string; platforms: string[]; entries: LogSourceEntry[] }
  >();
  const references = listReferences(detections);
  for (const entry of sources) {
    for (const component of componentsOf(entry, references)) {
      const key = JSON.stringify([component, entry.platforms]);
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { component, platforms: entry.platforms, entries: [entry] });
      } else known.entries.push(entry);
    }
  }
  return [...found.values()];
}

/** Lists the log sources and channels that a release's analytics use, each once per component. */
function listReferences({ analytics, components }: DetectionIndex): Map<string, ReadSource[]> {
  const found = new Map<string, ReadSource>();
  for (const { log_sources: references } of analytics) {
    for (const { component: place, name, channel, withheld } of references) {
      const component = components[place ?? -1]?.name ?? null;
      if (component === null) continue;
      found.set(JSON.stringify([name, channel, component]), { name, channel, withheld, component });
    }
  }
  return Map.groupBy(found.values(), ({ name }) => foldText(name));
}

/** Returns the names of the components that a log source feeds. */
function componentsOf(
  entry: LogSourceEntry,
  references: ReadonlyMap<string, readonly ReadSource[]>,
): Set<string> {
  const index = new ReferenceIndex([entry]);
  const found = new Set<string>();
  for (const reference of references.get(foldText(entry.name)) ?? []) {
    const { component } = reference;
    if (component === null || found.has(component)) continue;
    if (index.covers({ ...reference, component: null }, []).covered !== "none")
      found.add(component);
  }
  return found;
}
