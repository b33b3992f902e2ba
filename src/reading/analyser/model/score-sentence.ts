import { derive } from "../../../platform/lib/derive.ts";
import { extractFeatures } from "./features.ts";
import { glossOf } from "./glosses/gloss.ts";
import { createEncode, type Encode, type Encoder } from "./encoder/encoder.ts";
import { wordIds } from "./encoder/word-ids.ts";
import { logSigmoid } from "./fast-exp.ts";
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
  /** What reads words in their order; none in a small model. */
  encoder: Encoder | null;
  /** Procedure texts to tell which is nearest; they judge nothing. */
  procedures: Procedures;
}

/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

/** The arrays for the scores of a model. */
export function scoresFor({ taxonomy }: Weights): Scores {
  return createScores(taxonomy.ids.length);
}

/**
 * Scores a sentence in about 0.3 ms. Sentences in other languages are translated word by word first.
 * @param scores what is written over; new arrays where nothing is given
 */
export function scoreSentence(
  text: string,
  weights: Weights,
  scores: Scores = scoresFor(weights),
): Scores {
  return scoreEnglish(glossOf(text) ?? text, weights, scores);
}

/** Scores a sentence in English, or a gloss. */
export function scoreEnglish(text: string, weights: Weights, scores: Scores): Scores {
  scoreFeatures(text, weights, scores);
  scoreWords(text, weights, scores);
  return completeScores(weights, scores);
}

/**
 * What softmax and cosine say.
 * @param text in English, or a gloss
 */
export function scoreFeatures(
  text: string,
  { vocabulary, softmax, centroid, mask }: Weights,
  scores: Scores,
): void {
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
}

/** What the encoder says; without one the softmax says that too. */
function scoreWords(text: string, { encoder, mask }: Weights, scores: Scores): void {
  if (encoder === null) {
    scores.encoder.set(scores.log);
    return;
  }
  const ids = wordIds(text, mask, encoder.table);
  encodeOf(encoder)(ids, scores.encoder);
  scores.raw.encoder.set(scores.encoder);
  scores.raw.words = ids.length;
  for (let c = 0; c < scores.encoder.length; c += 1)
    scores.encoder[c] = logSigmoid(scores.encoder[c] ?? 0);
}

/** Combines the scores of all models. */
export function completeScores(weights: Weights, scores: Scores): Scores {
  blendAll(scores);
  scores.context.set(scores.blend);
  sumFamilies(scores, weights.taxonomy);
  return scores;
}

/** Each encoder has room to compute in once. */
const encodeOf = derive((encoder: Encoder): Encode => createEncode(encoder));
