import { channelKindOf, eventCodesOf } from "../../../knowledge/attack/detections/channels.ts";
import { compareText, foldText } from "../../../platform/lib/text.ts";
import { foldPlatforms } from "../telemetry/platforms.ts";
import { foldChannel, partsOf } from "../telemetry/reference-index.ts";
import type { JudgedAnalytic, JudgedSource } from "../states/judge-analytics.ts";

/** The smallest part of a log that can be collected separately: a channel, one of its event codes, or a whole log. */
export interface LogUnit {
  key: string;
  /** Key of the whole log, which includes this unit. */
  wholeKey: string;
  name: string;
  /** Null for a log source without channels, or with a sentence instead of one. */
  channel: string | null;
}

/** Components and platforms for which analytics use a unit. */
export interface UnitUse {
  components: Set<string>;
  platforms: Set<string>;
}

/**
 * Returns the units of a log source that are not collected yet.
 * @param isCollected returns whether a part of it is collected
 */
export function missingUnits(
  source: JudgedSource,
  isCollected: (part: Pick<JudgedSource, "name" | "channel" | "component">) => boolean,
): LogUnit[] {
  if (source.covered === "all") return [];
  const units = channelsOf(source.channel).map((channel) => toUnit(source.name, channel));
  if (source.covered === "none") return units;
  return units.filter(({ channel }) => !isCollected({ ...source, channel }));
}

/** Records the components and platforms that use a unit. */
export function noteUse(
  uses: Map<string, UnitUse>,
  unit: LogUnit,
  source: JudgedSource,
  { platforms }: Pick<JudgedAnalytic, "platforms">,
): void {
  // Collecting the whole log includes this unit.
  for (const key of new Set([unit.key, unit.wholeKey])) {
    const use = uses.get(key) ?? { components: new Set(), platforms: new Set() };
    uses.set(key, use);
    if (source.component !== null) use.components.add(source.component);
    for (const name of platforms) if (foldPlatforms([name]).length > 0) use.platforms.add(name);
  }
}

/** Orders units by name, then by channel, with numbers compared by value. */
export function compareUnits(a: LogUnit, b: LogUnit): number {
  return (
    compareText(foldText(a.name), foldText(b.name)) ||
    (codeOf(a) ?? 0) - (codeOf(b) ?? 0) ||
    compareText(a.channel ?? "", b.channel ?? "") ||
    compareText(a.name, b.name)
  );
}

function codeOf({ channel }: LogUnit): number | undefined {
  return eventCodesOf(channel)[0];
}

function channelsOf(channel: string | null): (string | null)[] {
  // A sentence is not a channel that can be collected separately.
  if (channelKindOf(channel, false) === "prose") return [null];
  if (channel === null) return [null];
  const codes = eventCodesOf(channel);
  if (codes.length > 0) return codes.map((code) => `EventCode=${code}`);
  const parts = partsOf(channel).length > 1 ? channel.split(",").map((part) => part.trim()) : [];
  const named = parts.filter((part) => part !== "");
  return named.length > 0 ? named : [channel];
}

function toUnit(name: string, channel: string | null): LogUnit {
  const wholeKey = JSON.stringify([foldText(name), null]);
  const key = channel === null ? wholeKey : JSON.stringify([foldText(name), foldChannel(channel)]);
  return { key, wholeKey, name, channel };
}
