import { foldChannel } from "../telemetry/reference-index.ts";
import { compareText, foldText } from "../../../platform/lib/text.ts";
import type { LogSourceEntry } from "./schema.ts";

/** Returns the key that equivalent entries share: kind, name, channels and platforms. */
export function keyOf({ kind, name, channels, platforms }: LogSourceEntry): string {
  const folded = (all: readonly string[], fold: (text: string) => string) =>
    [...new Set(all.map(fold))].sort(compareText);
  return JSON.stringify([
    foldText(name),
    kind,
    folded(channels, foldChannel),
    folded(platforms, foldText),
  ]);
}

/** Returns an entry with its lists sorted and without duplicates. */
export function tidyEntry(entry: LogSourceEntry): LogSourceEntry {
  return {
    ...entry,
    channels: distinct(entry.channels, foldChannel),
    platforms: distinct(entry.platforms, foldText),
    products: distinct(entry.products, foldText),
  };
}

/** Sorts entries in their storage order, so that equal lists are equal texts. */
export function sortEntries(entries: readonly LogSourceEntry[]): LogSourceEntry[] {
  const keyed = entries.map((entry) => ({ entry: tidyEntry(entry), key: keyOf(entry) }));
  return keyed.sort((a, b) => compareText(a.key, b.key)).map(({ entry }) => entry);
}

/** Returns the first of the texts that fold alike, sorted. */
function distinct(all: readonly string[], fold: (text: string) => string): string[] {
  const byFolded = new Map<string, string>();
  for (const one of all) if (!byFolded.has(fold(one))) byFolded.set(fold(one), one);
  return [...byFolded.values()].sort(compareText);
}
