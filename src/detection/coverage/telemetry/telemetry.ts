import { derive } from "../../../platform/lib/derive.ts";
import type { DetectionIndex } from "../../../knowledge/attack/detections/detection-index.ts";
import { spelledNames } from "../../catalogue/attack-names.ts";
import { recordedComponents } from "../../catalogue/components.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { type CollectedSource, labelOf } from "./collected-source.ts";
import { type Feed, feedsOfComponent, feedsOfSource, mergeFeeds } from "./feeds.ts";
import { foldPlatforms, sharePlatform } from "./platforms.ts";
import { CollectedTelemetry, type FeedingSource } from "./rule-telemetry.ts";

/** Converts an inventory to Sigma's terms. A component maps to its log sources in the release. */
export function feedsOfInventory(
  sources: readonly CollectedSource[],
  detections: DetectionIndex,
): FeedingSource[] {
  return sources.map((source) => {
    const platforms = foldPlatforms(source.platforms);
    const feeds =
      source.kind === "log_source"
        ? feedsOfSource(source.name, source.channels)
        : feedsOfReleased(source.name, platforms, detections);
    const feeding = { label: labelOf(source), platforms, feeds };
    if (source.kind !== "log_source" || source.channels.length < 2) return feeding;
    const channels = () =>
      source.channels.map((channel) => ({ channel, feeds: feedsOfSource(source.name, [channel]) }));
    return { ...feeding, name: source.name, channels };
  });
}

/** A log source of a component in a release: with a channel, on platforms. */
interface Listed {
  name: string;
  channel: string | null;
  /** Folded. */
  platforms: readonly string[];
}

/** Returns the log sources that a release's analytics use, by the folded name of their component. */
const listByComponent = derive(
  (detections: DetectionIndex): ReadonlyMap<string, readonly Listed[]> => {
    const names = detections.components.map(({ name }) => foldText(name));
    const found = new Map<string, Listed[]>();
    for (const { platforms: published, log_sources: references } of detections.analytics) {
      const platforms = foldPlatforms(published);
      for (const { component, name, channel } of references) {
        const of = names[component ?? -1];
        if (of === undefined) continue;
        const all = found.get(of) ?? [];
        found.set(of, all);
        all.push({ name, channel, platforms });
      }
    }
    return found;
  },
);

/** Returns what a component feeds, by its shipped facts and by the log sources that a release lists for it. */
function feedsOfReleased(
  name: string,
  platforms: readonly string[],
  detections: DetectionIndex,
): Feed[] {
  const channels = new Map<string, Set<string | null>>();
  for (const listed of listByComponent(detections).get(foldText(name)) ?? []) {
    if (!sharePlatform(platforms, listed.platforms)) continue;
    const all = channels.get(listed.name) ?? new Set();
    channels.set(listed.name, all.add(listed.channel));
  }
  const listed = [...channels].flatMap(([source, all]) => {
    const named = [...all].filter((channel) => channel !== null);
    // A log source without a channel does not prove that all channels belong to the component.
    if (named.length > 0) return feedsOfSource(source, named);
    return feedsOfSource(source, []).map(({ words, codes }) => ({ words, isWhole: false, codes }));
  });
  return mergeFeeds([...feedsOfComponent(name), ...listed]);
}

/** Returns everything that a release names, as if it were collected. What no rule finds here has no name in it. */
export const telemetryOfRelease = derive((detections: DetectionIndex): CollectedTelemetry => {
  const { analytics, components } = detections;
  const isNamed = detections.model === "detection_strategies";
  // Releases before version 18 name no log sources, so those of later ones are used.
  const names = isNamed
    ? [...analytics, ...components].flatMap(({ log_sources: all }) => all.map(({ name }) => name))
    : spelledNames();
  const feeds = [
    ...[...new Set(names)].flatMap((name) => feedsOfSource(name, [])),
    ...(isNamed ? [] : recordedComponents().flatMap((name) => [...feedsOfComponent(name)])),
  ];
  return new CollectedTelemetry([{ label: "", platforms: [], feeds: mergeFeeds(feeds) }]);
});
