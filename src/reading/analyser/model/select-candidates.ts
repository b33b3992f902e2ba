import { largest, type Scores } from "./score-sentence.ts";
import { hitsOf, valuesOf, type Hit, type SentenceFacts, type Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

const PER_MODEL = 12;
const FAMILIES = 6;
const BEST = 5;

/**
 * What a sentence may be about: the best classes of each model, what is printed in it, and the
 * families (of parents with sub-techniques) that are likely as a whole.
 */
export function selectCandidates(scores: Scores, hits: readonly Hit[], taxonomy: Taxonomy): Unit[] {
  const { parent, hasSubs, classOf } = taxonomy;
  const any = () => true;
  const printed = hits.map(({ attack_id }) => classOf.get(attack_id) ?? 0).filter((c) => c > 0);
  const classes = new Set([
    ...largest(scores.log, PER_MODEL, any),
    ...largest(scores.cosine, PER_MODEL, any),
    ...printed,
  ]);
  const isFamily = (c: number) => hasSubs[c] === 1;
  const families = new Set([
    ...largest(scores.family, FAMILIES, isFamily),
    ...printed.map((c) => parent[c] ?? 0).filter(isFamily),
  ]);
  return [
    ...[...classes].map((c) => ({ c, isFamily: false })),
    ...[...families].map((c) => ({ c, isFamily: true })),
  ];
}

/** The best classes, enough for the best rival outside of any family that leads. */
export function bestOf(scores: Scores): Pick<SentenceFacts, "best" | "bestByCosine"> {
  return {
    best: largest(scores.log, BEST, () => true),
    bestByCosine: largest(scores.cosine, BEST, () => true),
  };
}

const UNLIKELY_LOG = -7;
const UNLIKELY_COSINE = 0.15;

/** Whether neither model nor print speaks for a candidate; half of all, and next to none is right. */
export function isUnlikely(
  unit: Unit,
  { scores, hits }: Pick<SentenceFacts, "scores" | "hits">,
  taxonomy: Taxonomy,
): boolean {
  const { log, cosine } = valuesOf(unit, scores);
  if (log > UNLIKELY_LOG || cosine > UNLIKELY_COSINE) return false;
  if (hits.length === 0) return true;
  const { id, name } = hitsOf(unit, hits, taxonomy);
  return id === 0 && name === 0;
}
