import { channelKindOf, eventCodesOf } from "../../../knowledge/attack/detections/channels.ts";
import { compareText, foldText } from "../../../platform/lib/text.ts";
import { foldPlatforms } from "../telemetry/platforms.ts";
import { foldChannel, partsOf } from "../telemetry/reference-index.ts";
import type { JudgedAnalytic, JudgedSource } from "../states/judge-analytics.ts";

/** The least that can be collected on its own: a channel, one event code of it, or a whole log. */
export interface LogUnit {
  key: string;
  /** What has all of the log, and so this unit. */
  wholeKey: string;
  name: string;
  /** Null for a log source without channels, or with a sentence in place of one. */
  channel: string | null;
}

/** What analytics say of a unit. */
export interface UnitUse {
  components: Set<string>;
  platforms: Set<string>;
}

/**
 * The units of a log source that are not collected yet.
 * @param isCollected tells so of a part of it
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

/** Notes which components and platforms a unit is read for. */
export function noteUse(
  uses: Map<string, UnitUse>,
  unit: LogUnit,
  source: JudgedSource,
  { platforms }: Pick<JudgedAnalytic, "platforms">,
): void {
  // Whoever collects all of the log has this unit too.
  for (const key of new Set([unit.key, unit.wholeKey])) {
    const use = uses.get(key) ?? { components: new Set(), platforms: new Set() };
    uses.set(key, use);
    if (source.component !== null) use.components.add(source.component);
    for (const name of platforms) if (foldPlatforms([name]).length > 0) use.platforms.add(name);
  }
}

/** Orders units by name, then by channel; numbers in them by their value. */
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
  // A sentence is no channel that could be collected on its own.
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
