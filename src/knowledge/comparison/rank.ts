import { compareText } from "../../platform/lib/text.ts";
import type { Measure } from "./measure.ts";

/** Anything with a set of technique ids that can be compared with a query. */
export interface Comparable {
  attack_id: string;
  /** Distinct active technique ids. */
  techniques: readonly string[];
}

export interface Ranked<T> {
  entry: T;
  /** 0..1, rounded to 4 places. */
  similarity: number;
  /** What both have, in the form in which the measure counts it; sorted. */
  shared: string[];
}

/** A set in the form in which a measure counts it. */
interface Weighed {
  ids: readonly string[];
  weight: number;
}

/** Candidates belong to a release and never change, so each is weighed once per measure. */
const weighed = new WeakMap<Measure, WeakMap<Comparable, Weighed>>();

/**
 * Ranks candidates by their similarity with the query. Order: similarity as shown, then the number
 * of shared techniques, both falling, then id. Those that share nothing are left out.
 */
export function rank<T extends Comparable>(
  query: ReadonlySet<string>,
  candidates: readonly T[],
  measure: Measure,
): Ranked<T>[] {
  const cache = weighed.get(measure) ?? new WeakMap<Comparable, Weighed>();
  weighed.set(measure, cache);
  const own = weigh([...query], measure);
  const ownIds = new Set(own.ids);
  const ranked: Ranked<T>[] = [];
  for (const entry of candidates) {
    const theirs = cache.get(entry) ?? weigh(entry.techniques, measure);
    cache.set(entry, theirs);
    const shared = theirs.ids.filter((id) => ownIds.has(id));
    if (shared.length === 0) continue;
    const exact = measure.score(own.weight, theirs.weight, weightOf(shared, measure));
    ranked.push({ entry, similarity: Math.round(exact * 10_000) / 10_000, shared });
  }
  return ranked.sort(
    (a, b) =>
      b.similarity - a.similarity ||
      b.shared.length - a.shared.length ||
      compareText(a.entry.attack_id, b.entry.attack_id),
  );
}

function weigh(techniques: readonly string[], measure: Measure): Weighed {
  const ids = [...new Set(techniques.map((id) => measure.fold(id)))].sort(compareText);
  return { ids, weight: weightOf(ids, measure) };
}

function weightOf(ids: readonly string[], measure: Measure): number {
  let sum = 0;
  for (const id of ids) sum += measure.weight(id);
  return sum;
}
