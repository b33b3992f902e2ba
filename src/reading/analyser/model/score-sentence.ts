import { extractFeatures } from "./features.ts";
import { glossOf } from "./glosses/gloss.ts";
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
import { blendAll, normalise, sumFamilies } from "./blend.ts";
import { createScores, type Scores } from "./scores.ts";
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

/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

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
  return completeScores(scoreFeatures(glossOf(text) ?? text, weights, scores), weights, scores);
}

/**
 * The first half: softmax and cosine. Many a clause says nothing by them, and needs no more.
 * @param text in English, or a gloss
 * @returns the sentence's features, for the other half
 */
export function scoreFeatures(
  text: string,
  { vocabulary, softmax, centroid, mask }: Weights,
  scores: Scores,
): readonly number[] {
  const { keys } = extractFeatures(text, mask);
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
