import {
  type Reported,
  reportTechniques,
  type ScoredUnit,
  surestOfEach,
} from "./model/score-document.ts";
import type { Taxonomy } from "./model/taxonomy.ts";

/**
 * All that any threshold from `from` up to `below` reports and is itself below it, surest first, each
 * technique with the highest threshold that does. A lower `from` so adds techniques and never takes one
 * away: a sub-technique that comes late stands beside its parent, and not in its place.
 */
export function reportBetween(
  units: readonly ScoredUnit[],
  from: number,
  below: number,
  taxonomy: Taxonomy,
): Reported[] {
  const families = Map.groupBy(units, ({ c }) => taxonomy.parent[c] ?? c);
  return surestOfEach(
    [...families.values()].flatMap((family) => reportOfFamily(family, from, below, taxonomy)),
  );
}

function reportOfFamily(
  family: readonly ScoredUnit[],
  from: number,
  below: number,
  taxonomy: Taxonomy,
): Reported[] {
  const thresholds = family
    .map(({ probability }) => probability)
    .filter((probability) => probability >= from && probability < below)
    .toSorted((a, b) => b - a);
  const found = new Map<string, Reported>();
  for (const threshold of thresholds) {
    for (const one of reportTechniques(family, threshold, taxonomy)) {
      if (!found.has(one.attack_id)) found.set(one.attack_id, one);
    }
  }
  return [...found.values()].filter(({ probability }) => probability < below);
}
