import { compareText, foldText } from "../../../platform/lib/text.ts";
import type { DetectionDeps } from "../deps.ts";
import type { ReleaseQuery } from "../resolve-release.ts";
import type { DetectionIndex } from "./detection-index.ts";
import { resolveDetections } from "./find-technique.ts";
import { toChannel } from "./read-detection.ts";
import type { DataComponentRecord } from "./release-detections.ts";
import type { LogSource } from "./schema.ts";

export interface LogSourceQuery extends ReleaseQuery {
  platform?: string | undefined;
  search?: string | undefined;
}

/** The operating system of logs that exist on only one, by the prefix of ATT&CK's names. */
const SYSTEM_OF: Readonly<Record<string, string>> = {
  wineventlog: "Windows",
  etw: "Windows",
  macos: "macOS",
};

/** Collected data of a log source. */
interface Gathered {
  kind: LogSource["kind"];
  channels: Map<string, LogSource["channels"][number]>;
  components: Set<DataComponentRecord>;
  platforms: Set<string>;
  techniques: Set<string>;
}

/**
 * Lists the log sources of a release by name, with the techniques whose detection needs them. Before release 18, these
 * are data sources.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function listLogSources(
  deps: DetectionDeps,
  query: LogSourceQuery,
): Promise<LogSource[]> {
  const { index, detections } = await resolveDetections(deps, query);
  const platform = foldText(query.platform ?? "");
  const sources = new Map<string, Gathered>();
  gatherAnalytics(detections, platform, sources);
  if (detections.model === "data_sources") gatherDataSources(detections, platform, sources);
  // Log sources that no analytic needs have no known platform.
  else if (platform === "") gatherComponents(detections, sources);
  const { domain, version } = index;
  return searchIn(
    [...sources]
      .sort(([a], [b]) => compareText(foldText(a), foldText(b)) || compareText(a, b))
      .map(([name, gathered]) => ({ name, domain, version, ...toItem(gathered) })),
    query.search,
  );
}

function gatherAnalytics(
  detections: DetectionIndex,
  platform: string,
  into: Map<string, Gathered>,
): void {
  const techniquesOf = new Map<string, string[]>();
  for (const { analytics, techniques } of detections.strategies) {
    for (const id of analytics) {
      techniquesOf.set(id, [...(techniquesOf.get(id) ?? []), ...techniques]);
    }
  }
  for (const { attack_id: id, platforms, log_sources: references } of detections.analytics) {
    for (const reference of references) {
      const here = platformsOf(reference.name, platforms);
      if (platform !== "" && !here.some((name) => foldText(name) === platform)) continue;
      const source = sourceOf(into, reference.name, "log_source");
      addChannel(source, toChannel(reference));
      const component = detections.components[reference.component ?? -1];
      if (component !== undefined) source.components.add(component);
      for (const name of here) source.platforms.add(name);
      for (const technique of techniquesOf.get(id) ?? []) source.techniques.add(technique);
    }
  }
}

/** Returns the platforms of a log source. Analytics for an office suite or macOS also name Windows logs. */
function platformsOf(source: string, platforms: readonly string[]): readonly string[] {
  const [prefix = ""] = foldText(source).split(":");
  const system = Object.hasOwn(SYSTEM_OF, prefix) ? SYSTEM_OF[prefix] : undefined;
  return system === undefined ? platforms : [system];
}

/** Adds the log sources that components list, including those that no analytic needs. */
function gatherComponents({ components }: DetectionIndex, into: Map<string, Gathered>): void {
  for (const component of components) {
    for (const listed of component.log_sources) {
      const source = sourceOf(into, listed.name, "log_source");
      addChannel(source, toChannel(listed));
      source.components.add(component);
    }
  }
}

function gatherDataSources(
  { componentsOf, data_sources: sources }: DetectionIndex,
  platform: string,
  into: Map<string, Gathered>,
): void {
  for (const [technique, uses] of componentsOf) {
    for (const { component } of uses) {
      const known = sources[component.data_source ?? -1];
      const platforms = known?.platforms ?? [];
      if (platform !== "" && !platforms.some((name) => foldText(name) === platform)) continue;
      const source = sourceOf(into, known?.name ?? component.name, "data_source");
      source.components.add(component);
      source.techniques.add(technique);
      for (const name of platforms) source.platforms.add(name);
    }
  }
}

function sourceOf(sources: Map<string, Gathered>, name: string, kind: LogSource["kind"]): Gathered {
  const known = sources.get(name);
  if (known !== undefined) return known;
  const created: Gathered = {
    kind,
    channels: new Map(),
    components: new Set(),
    platforms: new Set(),
    techniques: new Set(),
  };
  sources.set(name, created);
  return created;
}

/** Adds each channel once, and ignores a missing one. */
function addChannel({ channels }: Gathered, channel: LogSource["channels"][number]): void {
  if (channel.channel_kind !== "none") channels.set(channel.channel ?? "", channel);
}

function toItem(gathered: Gathered): Omit<LogSource, "name" | "domain" | "version"> {
  return {
    kind: gathered.kind,
    channels: [...gathered.channels]
      .sort(([a], [b]) => compareText(a, b))
      .map(([, channel]) => channel),
    components: [...gathered.components]
      .map(({ attack_id, name }) => ({ attack_id, name }))
      .sort((a, b) => compareText(a.name, b.name)),
    platforms: [...gathered.platforms].sort(compareText),
    techniques: [...gathered.techniques].sort(compareText),
  };
}

/** Returns the sources whose name, channel or component contains the text literally, ignoring case. */
function searchIn(sources: LogSource[], search: string | undefined): LogSource[] {
  const wanted = foldText(search ?? "");
  if (wanted === "") return sources;
  return sources.filter(({ name, channels, components }) =>
    [
      name,
      ...channels.map(({ channel }) => channel ?? ""),
      ...components.flatMap((component) => [component.attack_id ?? "", component.name]),
    ].some((text) => foldText(text).includes(wanted)),
  );
}
