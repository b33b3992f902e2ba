import { NONE, type Corpus, type Example } from "./training-corpus.ts";
import type { Encoder } from "./encoder/encoder.ts";
import { extractFeatures } from "./features.ts";
import { runAllSteps } from "./run-all-steps.ts";
import { sketchSteps } from "./procedures/sketch-procedures.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Weights } from "./score-sentence.ts";
import { prune } from "./sparse-rows.ts";
import { buildTaxonomy } from "./taxonomy.ts";
import { trainCentroid } from "./train-centroid.ts";
import { createSoftmax, trainEpoch, type Sample } from "./train-softmax.ts";
import { buildVocabulary, countKeys, toVector, type Vocabulary } from "./vectors.ts";

const EPOCHS = 3;
const MIN_TEXTS = 3;
const SOFTMAX_WEIGHTS = 520_000;
const CENTROID_WEIGHTS = 240_000;
export const SEED = 18;

/**
 * Trains the softmax and centroids of the full model, to use with an existing encoder. Takes seconds and about 250 MB,
 * too much for a Worker.
 * @param extra labeled sentences of reports to train on
 */
export function trainWeights(
  corpus: Corpus,
  encoder: Encoder | null,
  extra: readonly Example[] = [],
): Weights {
  const examples = [...corpus.examples, ...extra];
  const { samples, vocabulary, keys } = toSamples(corpus, examples, MIN_TEXTS);
  const features = vocabulary.keys.length;
  const classes = corpus.techniques.length + 1;
  const softmax = createSoftmax(features, classes);
  const random = seededRandom(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) trainEpoch(softmax, samples, random);
  return {
    taxonomy: buildTaxonomy(corpus.techniques, corpus.usesOf),
    mask: corpus.mask,
    vocabulary,
    centroid: prune(trainCentroid(samples, features, classes), classes, CENTROID_WEIGHTS),
    softmax: prune(softmax.weights, classes, SOFTMAX_WEIGHTS),
    encoder,
    procedures: runAllSteps(sketchSteps(examples, keys, vocabulary, classes)),
  };
}

function toSamples(
  corpus: Corpus,
  examples: readonly Example[],
  minimum: number,
): { samples: Sample[]; vocabulary: Vocabulary; keys: (readonly number[])[] } {
  const keys = examples.map(({ text }) => extractFeatures(text, corpus.mask).keys);
  const vocabulary = buildVocabulary(countKeys(keys), keys.length, minimum);
  const samples = examples.map(({ targets, weight }, index) => ({
    targets: targets.length > 0 ? targets : [NONE],
    weight,
    vector: toVector(keys[index] ?? [], vocabulary),
  }));
  return { samples, vocabulary, keys };
}
