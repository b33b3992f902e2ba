import { extractFeatures } from "./features.ts";
import { findRows, meanOf, scoreMeaning, toLengthOne, type Meaning } from "./meaning/meaning.ts";
import type { NameMask } from "./name-mask.ts";
import type { Procedures } from "./procedures/sketch-procedures.ts";
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
  /** What words mean; none in a small model. */
  meaning: Meaning | null;
  /** Procedure texts to tell which is nearest; they judge nothing. */
  procedures: Procedures;
}

/** What the three models say about one sentence, and all together; arrays by class, with class 0 for "no technique". */
export interface Scores {
  /** Log of the softmax probability. */
  log: Float64Array;
  /** Cosine to the centroid. */
  cosine: Float64Array;
  /** Log of the probability by what its words mean. */
  meaning: Float64Array;
  /** Direction of what its words mean, of length 1; all 0 without a meaning model, or a known word. */
  direction: Float32Array;
  /** Log of the probability by all models together. */
  blend: Float64Array;
  /** Log of the family's summed probability in `blend`, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those that the model knows. */
  features: number;
  known: number;
}

const FLOOR = -14;
/**
 * What counts how much where all models speak together. Chosen by what ranks the right technique first in
 * texts that none was trained on. Frequent techniques would come first too often: texts have other frequencies than ATT&CK.
 */
const BLEND = { log: 0.3, cosine: 27, meaning: 1, prior: -0.3 } as const;
/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

/** The arrays of scores, for a model of so many classes. */
export function createScores(classes: number, size = 0): Scores {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    meaning: new Float64Array(classes),
    direction: new Float32Array(size),
    blend: new Float64Array(classes),
    family: new Float64Array(classes),
    familyCosine: new Float64Array(classes),
    features: 0,
    known: 0,
  };
}

/** The arrays for the scores of a model. */
export function scoresFor({ taxonomy, meaning }: Weights): Scores {
  return createScores(taxonomy.ids.length, meaning?.words.size ?? 0);
}

/**
 * About 0.15 ms per sentence.
 * @param scores what is written over; new arrays where nothing is given
 */
export function scoreSentence(
  text: string,
  weights: Weights,
  scores: Scores = scoresFor(weights),
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
  normalise(log);
  scoreWords(keys, weights, scores);
  blendAll(scores, weights);
  sumFamilies(scores, taxonomy);
  scores.features = keys.length;
  scores.known = vector.index.length;
  return scores;
}

/** What the words mean; without a meaning model what they are says that too. */
function scoreWords(keys: readonly number[], { meaning }: Weights, scores: Scores): void {
  if (meaning === null) {
    scores.meaning.set(scores.log);
    return;
  }
  const { direction } = scores;
  meanOf(findRows(keys, meaning.table), meaning.words, direction);
  scoreMeaning(meaning, direction, scores.meaning);
  normalise(scores.meaning);
  toLengthOne(direction);
}

function blendAll({ log, cosine, meaning, blend }: Scores, { taxonomy }: Weights): void {
  for (let c = 0; c < blend.length; c += 1) {
    blend[c] =
      BLEND.log * (log[c] ?? 0) +
      BLEND.cosine * (cosine[c] ?? 0) +
      BLEND.meaning * (meaning[c] ?? 0) +
      BLEND.prior * (taxonomy.prior[c] ?? 0);
  }
  normalise(blend);
}

/** Scores to logs of probabilities, with a floor. */
function normalise(scores: Float64Array): void {
  let max = -Infinity;
  for (const score of scores) max = Math.max(max, score);
  let sum = 0;
  // What is further below adds nothing.
  for (const score of scores) if (score > max + 2 * FLOOR) sum += Math.exp(score - max);
  const shift = max + Math.log(sum);
  for (let c = 0; c < scores.length; c += 1) scores[c] = Math.max(FLOOR, (scores[c] ?? 0) - shift);
}

function sumFamilies({ blend, cosine, family, familyCosine }: Scores, { parent }: Taxonomy): void {
  family.fill(0);
  familyCosine.fill(0);
  for (let c = 0; c < blend.length; c += 1) {
    const p = parent[c] ?? 0;
    const own = blend[c] ?? 0;
    if (own > FLOOR) family[p] = (family[p] ?? 0) + Math.exp(own);
    familyCosine[p] = Math.max(familyCosine[p] ?? 0, cosine[c] ?? 0);
  }
  for (let c = 0; c < blend.length; c += 1) {
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
