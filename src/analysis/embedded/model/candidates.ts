import { largest, type Scores } from "./score.ts";
import type { Hit, Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

const PER_MODEL = 12;
const FAMILIES = 6;
/** Whatever the softmax says, these few nearest centroids are looked at. */
const NEAREST = 3;
/** Below this log probability a candidate was practically never right: two of three are, and cost time and memory. */
const HOPELESS = -6;

/**
 * What a sentence may be about: the best classes of each model, what is printed in it, and the
 * families (of parents with sub-techniques) that are likely as a whole.
 */
export function candidatesOf(scores: Scores, hits: readonly Hit[], taxonomy: Taxonomy): Unit[] {
  const { parent, hasSubs, classOf } = taxonomy;
  const any = () => true;
  const printed = hits.map(({ attack_id }) => classOf.get(attack_id) ?? 0).filter((c) => c > 0);
  const nearest = largest(scores.cosine, PER_MODEL, any);
  const likely = [...largest(scores.log, PER_MODEL, any), ...nearest];
  const classes = new Set([
    ...likely.filter((c) => (scores.log[c] ?? HOPELESS) > HOPELESS),
    ...nearest.slice(0, NEAREST),
    ...printed,
  ]);
  const isFamily = (c: number) => hasSubs[c] === 1;
  const families = new Set([
    ...largest(scores.family, FAMILIES, isFamily).filter(
      (c) => (scores.family[c] ?? HOPELESS) > HOPELESS,
    ),
    ...printed.map((c) => parent[c] ?? 0).filter(isFamily),
  ]);
  return [
    ...[...classes].map((c) => ({ c, isFamily: false })),
    ...[...families].map((c) => ({ c, isFamily: true })),
  ];
}
