import { topIndexes } from "./top-indexes.ts";
import type { Scores } from "./scores.ts";
import { blendOf } from "./candidate-values.ts";
import { hitsOf, type Hit, type SentenceFacts, type Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** Classes considered per model, enough to include a rival outside of any leading family. */
export const BEST = 12;
/** How many of them become candidates if only one model supports them. */
const BY_MODEL = 5;
const FAMILIES = 6;

/** Returns the best classes by each model, best first. */
export function bestOf(scores: Scores): SentenceFacts["best"] {
  const best = (values: Float64Array) => topIndexes(values, BEST);
  return {
    log: best(scores.log),
    cosine: best(scores.cosine),
    encoder: best(scores.encoder),
    blend: best(scores.blend),
    context: best(scores.context),
  };
}

/**
 * Selects the possible classes of a sentence: the best of all models combined and of each, those printed in it, and the
 * families (parents with sub-techniques) that are likely as a whole.
 */
export function selectCandidates(
  scores: Scores,
  best: SentenceFacts["best"],
  hits: readonly Hit[],
  taxonomy: Taxonomy,
): Unit[] {
  const { parent, hasSubs, classOf } = taxonomy;
  const printed = hits.map(({ attack_id }) => classOf.get(attack_id) ?? 0).filter((c) => c > 0);
  const classes = new Set([
    ...best.blend,
    ...best.log.slice(0, BY_MODEL),
    ...best.cosine.slice(0, BY_MODEL),
    ...best.encoder,
    ...best.context.slice(0, BY_MODEL),
    ...printed,
  ]);
  const isFamily = (c: number) => hasSubs[c] === 1;
  const families = new Set([
    ...topIndexes(scores.family, FAMILIES, isFamily),
    ...printed.map((c) => parent[c] ?? 0).filter(isFamily),
  ]);
  return [
    ...[...classes].map((c) => ({ c, isFamily: false })),
    ...[...families].map((c) => ({ c, isFamily: true })),
  ];
}

/** Excludes a candidate if it is this far below the best class of its sentence, as a log, */
const FAR_BELOW = 4;
/** this unlikely compared with "no technique", */
const UNLIKELY_LOG = -7;
/** this unlikely according to the encoder, */
const UNLIKELY_ENCODED = Math.log(0.02);
/** and this far from its centroid. */
const UNLIKELY_COSINE = 0.15;

/** Minimum known features. With fewer, any class may rank first by chance: "They used it." */
const FEW_KNOWN = 2;

/**
 * Returns whether no model and no printed text supports a candidate. This is half of all candidates, and almost none of
 * them is right.
 */
function isUnlikely(
  unit: Unit,
  { scores, hits, best }: Pick<SentenceFacts, "scores" | "hits" | "best">,
  taxonomy: Taxonomy,
): boolean {
  const { c, isFamily } = unit;
  const log = blendOf(unit, scores);
  const cosine = (isFamily ? scores.familyCosine[c] : scores.cosine[c]) ?? 0;
  const top = scores.blend[best.blend[0] ?? 0] ?? 0;
  const isSpokenFor =
    log > Math.min(UNLIKELY_LOG, top - FAR_BELOW) ||
    cosine > UNLIKELY_COSINE ||
    (scores.encoder[c] ?? 0) > UNLIKELY_ENCODED;
  if (isSpokenFor && scores.known >= FEW_KNOWN) return false;
  if (hits.length === 0) return true;
  const { id, name } = hitsOf(unit, hits, taxonomy);
  return id === 0 && name === 0;
}

/** Returns the candidates of a sentence that some model or printed text supports. */
export function likelyCandidates(facts: SentenceFacts, taxonomy: Taxonomy): Unit[] {
  const { scores, best, hits } = facts;
  const units = selectCandidates(scores, best, hits, taxonomy);
  return units.filter((unit) => !isUnlikely(unit, facts, taxonomy));
}
