import {
  type Reported,
  reportTechniques,
  type ScoredUnit,
  surestOfEach,
} from "./model/score-document.ts";
import type { Taxonomy } from "./model/taxonomy.ts";

/**
 * Returns everything that any threshold from `from` up to `below` reports with a lower confidence than `below`, surest
 * first. Each technique has the highest threshold that reports it. A lower `from` only adds techniques: a late
 * sub-technique is listed in addition to its parent, and does not replace it.
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
