import { derive } from "../../platform/lib/derive.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { Measure } from "./measure.ts";

/** An object with technique ids that can be compared with a query. */
export interface Comparable {
  attack_id: string;
  /** Distinct active technique ids. */
  techniques: readonly string[];
}

export interface Ranked<T> {
  entry: T;
  /** 0..1, rounded to 4 places. */
  similarity: number;
  /** Shared techniques in the form in which the measure counts them, sorted. */
  shared: string[];
}

/** Candidates prepared for a measure. They belong to a release and never change. */
interface Prepared {
  /** Indexes of the candidates that have a technique, by its folded id. */
  having: ReadonlyMap<string, readonly number[]>;
  weights: readonly number[];
}

/**
 * Ranks candidates by similarity with the query: by rounded similarity and number of shared techniques, both
 * descending, then by id. Candidates that share nothing are excluded.
 */
export function rank<T extends Comparable>(
  query: ReadonlySet<string>,
  candidates: readonly T[],
  measure: Measure,
): Ranked<T>[] {
  const { having, weights } = preparedBy(measure)(candidates);
  const own = foldAll([...query], measure);
  // In the order of ids, so that the shared ids are sorted.
  const shared = new Map<number, string[]>();
  for (const id of own) {
    for (const place of having.get(id) ?? []) {
      const ids = shared.get(place);
      if (ids === undefined) shared.set(place, [id]);
      else ids.push(id);
    }
  }
  const ownWeight = weightOf(own, measure);
  const ranked: Ranked<T>[] = [];
  for (const [place, ids] of shared) {
    const entry = candidates[place];
    if (entry === undefined) continue;
    const exact = measure.score(ownWeight, weights[place] ?? 0, weightOf(ids, measure));
    ranked.push({ entry, similarity: Math.round(exact * 10_000) / 10_000, shared: ids });
  }
  return ranked.sort(
    (a, b) =>
      b.similarity - a.similarity ||
      b.shared.length - a.shared.length ||
      compareText(a.entry.attack_id, b.entry.attack_id),
  );
}

const preparedBy = derive((measure: Measure) =>
  derive((candidates: readonly Comparable[]) => prepare(candidates, measure)),
);

function prepare(candidates: readonly Comparable[], measure: Measure): Prepared {
  const having = new Map<string, number[]>();
  const weights = candidates.map(({ techniques }, place) => {
    const ids = foldAll(techniques, measure);
    for (const id of ids) having.set(id, [...(having.get(id) ?? []), place]);
    return weightOf(ids, measure);
  });
  return { having, weights };
}

/** Returns unique folded ids, sorted. */
function foldAll(techniques: readonly string[], measure: Measure): string[] {
  return [...new Set(techniques.map((id) => measure.fold(id)))].sort(compareText);
}

function weightOf(ids: readonly string[], measure: Measure): number {
  let sum = 0;
  for (const id of ids) sum += measure.weight(id);
  return sum;
}
