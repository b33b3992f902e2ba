import type { Heat } from "../../../parts/heat/heat.ts";
import type { Scores } from "../overlays/combine-scores.ts";
import type { Technique } from "./build-columns.ts";

/** Returns how many of the sub-techniques have a score, and the strongest of their colors. */
export function subScores(
  subs: readonly Technique[],
  scores: Scores,
): { count: string; heat: Heat; scored: number } {
  const heats = subs.flatMap(({ attack_id }) => scores.get(attack_id)?.heat ?? []);
  return {
    count: heats.length === 0 ? String(subs.length) : `${heats.length}/${subs.length}`,
    heat: heats.reduce<Heat>((most, heat) => (heat > most ? heat : most), 0),
    scored: heats.length,
  };
}
