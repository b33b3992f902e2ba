import { type Heat, heatOf, HEATS } from "../../../parts/heat/heat.ts";
import type { Combination } from "../search.ts";
import type { Overlay } from "./overlay.ts";

/** The color and label of a technique. */
export interface Score {
  heat: Heat;
  text: string;
}

export type Scores = ReadonlyMap<string, Score>;

/** Counts how many overlays have a technique. With a single overlay there is nothing to count. */
export function countScores(overlays: readonly Overlay[]): Scores {
  const counts = new Map<string, number>();
  for (const { marks } of overlays) {
    for (const id of marks.keys()) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return scoresOf(counts, (count) => ({
    heat: heatOf(count / overlays.length),
    text: overlays.length === 1 ? "" : String(count),
  }));
}

/** Returns the highest score that any overlay gives a technique, in percent. */
export function highestScores(overlays: readonly Overlay[]): Scores {
  const shares = new Map<string, number>();
  for (const { marks } of overlays) {
    for (const [id, { share }] of marks) shares.set(id, Math.max(shares.get(id) ?? 0, share));
  }
  return scoresOf(shares, (share) => ({
    heat: heatOf(share),
    text: String(Math.round(share * 100)),
  }));
}

/** Returns the scores of a set from the service: each technique is in it or not. */
export function setScores(ids: readonly string[]): Scores {
  return new Map(ids.map((id) => [id, { heat: 5, text: "" }]));
}

function scoresOf(values: ReadonlyMap<string, number>, score: (value: number) => Score): Scores {
  return new Map([...values].map(([id, value]) => [id, score(value)]));
}

/** A color and its meaning. */
export interface LegendEntry {
  heat: Heat;
  text: string;
}

/** Returns the meanings of the colors. */
export function legendOf(combination: Combination, overlays: number): LegendEntry[] {
  if (combination === "count") return countLegend(overlays);
  if (combination === "highest") {
    return HEATS.map((heat) => ({ heat, text: `${heat * 20 - 19}–${heat * 20} %` }));
  }
  return [{ heat: 5, text: "In the set" }];
}

function countLegend(overlays: number): LegendEntry[] {
  if (overlays === 1) return [{ heat: 5, text: "Has it" }];
  const counts = Array.from({ length: overlays }, (_, index) => index + 1);
  return HEATS.flatMap((heat) => {
    const meant = counts.filter((count) => heatOf(count / overlays) === heat);
    const [first, last] = [meant[0], meant.at(-1)];
    if (first === undefined) return [];
    return [{ heat, text: first === last ? `${first} of ${overlays}` : `${first}–${last}` }];
  });
}
