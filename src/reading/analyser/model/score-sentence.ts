import { extractFeatures } from "./features.ts";
import type { NameMask } from "./name-mask.ts";
import { addRow, type SparseRows } from "./sparse-rows.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { toVector, type Vocabulary } from "./vectors.ts";

/** Softmax inputs are this much longer than the vectors of length 1. */
export const INPUT_SCALE = 3;

/** Weights that were learned; without `softmax` it is the small model that is built at ingest. */
export interface Weights {
  taxonomy: Taxonomy;
  mask: NameMask;
  vocabulary: Vocabulary;
  centroid: SparseRows;
  softmax: SparseRows | null;
}

/** What the models say about one sentence; arrays by class, with class 0 for "no technique". */
export interface Scores {
  /** Log of the softmax probability. */
  log: Float64Array;
  /** Cosine to the centroid. */
  cosine: Float64Array;
  /** Log of the summed probability of the family, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those that the model knows. */
  features: number;
  known: number;
}

const FLOOR = -14;
/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

/** The arrays of scores, for a model of so many classes. */
export function createScores(classes: number): Scores {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    family: new Float64Array(classes),
    familyCosine: new Float64Array(classes),
    features: 0,
    known: 0,
  };
}

/**
 * About 0.05 ms per sentence.
 * @param scores what is written over; new arrays where nothing is given
 */
export function scoreSentence(
  text: string,
  weights: Weights,
  scores: Scores = createScores(weights.taxonomy.ids.length),
): Scores {
  const { vocabulary, softmax, centroid, mask, taxonomy } = weights;
  const { keys } = extractFeatures(text, mask);
  const vector = toVector(keys, vocabulary);
  const classes = taxonomy.ids.length;
  const { log, cosine } = scores;
  log.fill(0);
  cosine.fill(0);
  for (let i = 0; i < vector.index.length; i += 1) {
    const feature = vector.index[i] ?? 0;
    const value = vector.value[i] ?? 0;
    addRow(centroid, feature, value, cosine);
    if (softmax !== null) addRow(softmax, feature, value * INPUT_SCALE, log);
  }
  if (softmax === null)
    for (let c = 0; c < classes; c += 1) log[c] = (cosine[c] ?? 0) * COSINE_SHARPNESS;
  const untouched = normalise(log);
  sumFamilies(scores, untouched, taxonomy);
  for (let c = 0; c < classes; c += 1) log[c] = Math.max(FLOOR, log[c] ?? 0);
  scores.features = keys.length;
  scores.known = vector.index.length;
  return scores;
}

/**
 * Scores to logs of probabilities. No feature speaks for half of the classes, whose score is 0: they
 * share one exponential. Answers what becomes of that score.
 */
function normalise(scores: Float64Array): number {
  let max = -Infinity;
  for (const score of scores) max = Math.max(max, score);
  const ofZero = Math.exp(0 - max);
  let sum = 0;
  for (const score of scores) sum += score === 0 ? ofZero : Math.exp(score - max);
  const shift = max + Math.log(sum);
  for (let c = 0; c < scores.length; c += 1) scores[c] = (scores[c] ?? 0) - shift;
  return 0 - shift;
}

function sumFamilies(
  { log, cosine, family, familyCosine }: Scores,
  untouched: number,
  { parent }: Taxonomy,
): void {
  family.fill(0);
  familyCosine.fill(0);
  const ofUntouched = Math.exp(untouched);
  for (let c = 0; c < log.length; c += 1) {
    const p = parent[c] ?? 0;
    const own = log[c] ?? 0;
    family[p] = (family[p] ?? 0) + (own === untouched ? ofUntouched : Math.exp(own));
    familyCosine[p] = Math.max(familyCosine[p] ?? 0, cosine[c] ?? 0);
  }
  for (let c = 0; c < log.length; c += 1) {
    family[c] = parent[c] === c ? Math.max(FLOOR, Math.log((family[c] ?? 0) + 1e-9)) : FLOOR;
  }
}

/** Indexes of the `count` largest values among `allowed`, largest first; class 0 never. */
export function largest(
  values: Float64Array,
  count: number,
  allowed: (c: number) => boolean,
): number[] {
  const top: number[] = [];
  let least = -Infinity;
  for (let c = 1; c < values.length; c += 1) {
    const value = values[c] ?? 0;
    if (value <= least || !allowed(c)) continue;
    let at = Math.min(top.length, count - 1);
    while (at > 0 && (values[top[at - 1] ?? 0] ?? 0) < value) {
      top[at] = top[at - 1] ?? 0;
      at -= 1;
    }
    top[at] = c;
    if (top.length === count) least = values[top[count - 1] ?? 0] ?? 0;
  }
  return top;
}
