import { extractFeatures } from "./features.ts";
import { glossOf } from "./glosses/gloss.ts";
import { fastExp } from "./fast-exp.ts";
import {
  dot,
  findRows,
  meanOf,
  scoreMeaning,
  toLengthOne,
  type Meaning,
} from "./meaning/meaning.ts";
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
  /** Its cosine with "no technique". */
  nearNone: number;
  /** Log of the probability by all models together. */
  blend: Float64Array;
  /** The same for the sentence with its neighbours; the sentence's own until they are known, see `scoreContext`. */
  context: Float64Array;
  /** Scores before they became logs of probabilities, by which sentences are put together. */
  raw: RawScores;
  /** Log of the family's summed probability in `blend`, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those that the model knows. */
  features: number;
  known: number;
}

/** What is linear in a sentence's features. */
export interface RawScores {
  /** For vectors of length 1; of length `norm` before. */
  log: Float32Array;
  norm: number;
  /** For the mean of so many words. */
  meaning: Float32Array;
  words: number;
}

const FLOOR = -14;
const LEAST = Math.exp(FLOOR);
/**
 * What counts how much where all models speak together. Chosen by what ranks the right technique first in
 * texts that none was trained on. Frequent techniques would come first too often: texts have other frequencies than ATT&CK.
 */
export const BLEND = { log: 0.3, cosine: 27, meaning: 1, prior: -0.3 } as const;
/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

/** The arrays of scores, for a model of so many classes. */
export function createScores(classes: number, size = 0): Scores {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    meaning: new Float64Array(classes),
    direction: new Float32Array(size),
    nearNone: 0,
    blend: new Float64Array(classes),
    context: new Float64Array(classes),
    raw: {
      log: new Float32Array(classes),
      norm: 0,
      meaning: new Float32Array(classes),
      words: 0,
    },
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
 * About 0.15 ms per sentence. One in another language is read by its gloss.
 * @param scores what is written over; new arrays where nothing is given
 */
export function scoreSentence(
  text: string,
  weights: Weights,
  scores: Scores = scoresFor(weights),
): Scores {
  return completeScores(scoreFeatures(text, weights, scores), weights, scores);
}

/**
 * The first half: softmax and cosine. Many a clause says nothing by them, and needs no more.
 * @returns the sentence's features, for the other half
 */
export function scoreFeatures(
  text: string,
  { vocabulary, softmax, centroid, mask }: Weights,
  scores: Scores,
): readonly number[] {
  const { keys } = extractFeatures(glossOf(text) ?? text, mask);
  const vector = toVector(keys, vocabulary);
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
    for (let c = 0; c < log.length; c += 1) log[c] = (cosine[c] ?? 0) * COSINE_SHARPNESS;
  scores.raw.log.set(log);
  scores.raw.norm = vector.norm;
  normalise(log);
  scores.features = keys.length;
  scores.known = vector.index.length;
  return keys;
}

/** The other half: what the words mean, and all models together. */
export function completeScores(keys: readonly number[], weights: Weights, scores: Scores): Scores {
  scoreWords(keys, weights, scores);
  blendAll(scores, weights.taxonomy);
  scores.context.set(scores.blend);
  sumFamilies(scores, weights.taxonomy);
  return scores;
}

/** What the words mean; without a meaning model what they are says that too. */
function scoreWords(keys: readonly number[], { meaning }: Weights, scores: Scores): void {
  if (meaning === null) {
    scores.meaning.set(scores.log);
    return;
  }
  const { direction, raw } = scores;
  const rows = findRows(keys, meaning.table);
  meanOf(rows, meaning.words, direction);
  scoreMeaning(meaning, direction, scores.meaning);
  raw.meaning.set(scores.meaning);
  raw.words = rows.length;
  normalise(scores.meaning);
  toLengthOne(direction);
  scores.nearNone = dot(meaning.centroids, 0, direction);
}

function blendAll({ log, cosine, meaning, blend }: Scores, { prior }: Taxonomy): void {
  for (let c = 0; c < blend.length; c += 1) {
    blend[c] =
      BLEND.log * (log[c] ?? 0) +
      BLEND.cosine * (cosine[c] ?? 0) +
      BLEND.meaning * (meaning[c] ?? 0) +
      BLEND.prior * (prior[c] ?? 0);
  }
  normalise(blend);
}

/** Scores to logs of probabilities, with a floor. */
export function normalise(scores: Float64Array): void {
  let max = -Infinity;
  for (let c = 0; c < scores.length; c += 1) {
    const score = scores[c] ?? 0;
    if (score > max) max = score;
  }
  let sum = 0;
  for (let c = 0; c < scores.length; c += 1) sum += fastExp((scores[c] ?? 0) - max);
  const shift = max + Math.log(sum);
  for (let c = 0; c < scores.length; c += 1) {
    const log = (scores[c] ?? 0) - shift;
    scores[c] = log > FLOOR ? log : FLOOR;
  }
}

function sumFamilies({ blend, cosine, family, familyCosine }: Scores, { parent }: Taxonomy): void {
  family.fill(0);
  familyCosine.fill(0);
  for (let c = 0; c < blend.length; c += 1) {
    const p = parent[c] ?? 0;
    const own = blend[c] ?? 0;
    if (own > FLOOR) family[p] = (family[p] ?? 0) + fastExp(own);
    if ((cosine[c] ?? 0) > (familyCosine[p] ?? 0)) familyCosine[p] = cosine[c] ?? 0;
  }
  for (let c = 0; c < blend.length; c += 1) {
    const sum = parent[c] === c ? (family[c] ?? 0) : 0;
    family[c] = sum > LEAST ? Math.log(sum) : FLOOR;
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
