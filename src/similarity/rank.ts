import { compareText } from "../lib/text.ts";

/** Anything with a set of technique ids that can be compared with a query. */
export interface Comparable {
  attack_id: string;
  /** Distinct active technique ids. */
  techniques: readonly string[];
}

export interface Ranked<T> {
  entry: T;
  /** Jaccard similarity, 0..1, rounded to 4 places. */
  similarity: number;
  /** Sorted. */
  shared: string[];
}

/**
 * Ranks candidates by Jaccard similarity |A ∩ B| / |A ∪ B| with the query. Order: similarity as shown, then
 * the number of shared techniques, both falling, then id. Those that share nothing are left out.
 */
export function rank<T extends Comparable>(
  query: ReadonlySet<string>,
  candidates: readonly T[],
  topN: number,
): Ranked<T>[] {
  const ranked: Ranked<T>[] = [];
  for (const entry of candidates) {
    const shared = entry.techniques.filter((id) => query.has(id));
    if (shared.length === 0) continue;
    const union = query.size + entry.techniques.length - shared.length;
    const similarity = Math.round((shared.length / union) * 10_000) / 10_000;
    ranked.push({ entry, similarity, shared });
  }
  ranked.sort(
    (a, b) =>
      b.similarity - a.similarity ||
      b.shared.length - a.shared.length ||
      compareText(a.entry.attack_id, b.entry.attack_id),
  );
  return ranked
    .slice(0, topN)
    .map(({ shared, ...row }) => ({ ...row, shared: shared.sort(compareText) }));
}
