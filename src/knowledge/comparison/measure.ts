import { derive } from "../../platform/lib/derive.ts";
import type { ReleaseIndex } from "../attack/release-index.ts";
import { parentOf } from "../attack/technique-id.ts";

/**
 * How two technique sets are compared, where A is the query and B a group's or campaign's:
 * - `jaccard`: |A ∩ B| / |A ∪ B|
 * - `rollup`: Jaccard of both sides folded to parent techniques
 * - `containment`: |A ∩ B| / |A|
 * - `weighted`: Jaccard over technique weights
 * - `mixed`: mean of containment and Jaccard over these weights, which ranks the true groups of real reports best
 *   (docs/measuring.md)
 */
export const SIMILARITY_MODES = ["jaccard", "rollup", "containment", "weighted", "mixed"] as const;
export type SimilarityMode = (typeof SIMILARITY_MODES)[number];

/** A similarity measure for one release. */
export interface Measure {
  /** Returns the form in which a technique counts. */
  fold: (attackId: string) => string;
  /** Returns the weight of a technique, more than 0. */
  weight: (attackId: string) => number;
  /** Returns the similarity 0..1 from the weights of both sides and of their intersection. */
  score: (query: number, other: number, shared: number) => number;
}

const jaccard: Measure = {
  fold: (attackId) => attackId,
  weight: () => 1,
  score: (query, other, shared) => shared / (query + other - shared),
};

const MEASURES: Record<SimilarityMode, (index: ReleaseIndex) => Measure> = {
  jaccard: () => jaccard,
  rollup: () => ({ ...jaccard, fold: parentOf }),
  containment: () => ({ ...jaccard, score: (query, _other, shared) => shared / query }),
  weighted: (index) => ({ ...jaccard, weight: rarityOf(index) }),
  mixed: (index) => ({
    ...jaccard,
    weight: rarityOf(index),
    score: (query, other, shared) => (shared / query + jaccard.score(query, other, shared)) / 2,
  }),
};

const measures = derive((_index: ReleaseIndex): Partial<Record<SimilarityMode, Measure>> => ({}));

/** Returns the measure of a mode, cached per release. */
export function measureOf(mode: SimilarityMode, index: ReleaseIndex): Measure {
  return (measures(index)[mode] ??= MEASURES[mode](index));
}

/**
 * Returns the rarity of a technique among the groups of a release: 1 + ln((1 + N) / (1 + n)). N groups use any
 * technique, and n use this one (smoothed inverse document frequency).
 */
function rarityOf(index: ReleaseIndex): (attackId: string) => number {
  const { users, groups } = countUsers(index);
  return (attackId) => 1 + Math.log((1 + groups) / (1 + (users.get(attackId) ?? 0)));
}

/** How many groups use each technique, by its id, and how many use any. */
export interface Users {
  users: ReadonlyMap<string, number>;
  groups: number;
}

/** Counts the groups of a release by technique, once. */
export const countUsers = derive((index: ReleaseIndex): Users => {
  const sets = index.groups.map(({ techniques }) => techniques).filter((set) => set.length > 0);
  const users = new Map<string, number>();
  for (const id of sets.flat()) users.set(id, (users.get(id) ?? 0) + 1);
  return { users, groups: sets.length };
});
