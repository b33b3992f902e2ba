import { NONE, type Corpus } from "./training-corpus.ts";
import { extractFeatures } from "./features.ts";
import { runAllSteps } from "./run-all-steps.ts";
import { sketchSteps } from "./procedures/sketch-procedures.ts";
import type { Weights } from "./score-sentence.ts";
import { pruneEntries, type Entries } from "./sparse-rows.ts";
import { buildTaxonomy } from "./taxonomy.ts";
import { buildVocabulary, toVector, type Vocabulary } from "./vectors.ts";

const SMALL_WEIGHTS = 90_000;
const MIN_TEXTS = 4;
/** Texts and classes between two pauses, about 5 ms of work. */
const TEXTS_PER_STEP = 100;
const CLASSES_PER_STEP = 10;

/**
 * Trains the small model for releases without trained weights. It has only centroids (Rocchio), computed one class at a
 * time so that memory stays under 40 MB. Yields to pause, since a Worker has other requests to serve. Takes a second
 * for all of Enterprise.
 */
export function* trainSmallSteps(corpus: Corpus): Generator<void, Weights> {
  const keys: Uint32Array[] = [];
  const counts = new Map<number, number>();
  for (const [at, { text }] of corpus.examples.entries()) {
    const found = extractFeatures(text, corpus.mask).keys;
    for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
    keys.push(Uint32Array.from(found));
    if (at % TEXTS_PER_STEP === 0) yield;
  }
  yield;
  const vocabulary = buildVocabulary(counts, keys.length, MIN_TEXTS);
  const entries = createEntries();
  const members = membersOf(corpus);
  for (const [c, texts] of members.entries()) {
    addCentroid(c, texts, keys, corpus, vocabulary, entries);
    if (c % CLASSES_PER_STEP === 0) yield;
  }
  yield;
  const procedures = yield* sketchSteps(corpus.examples, keys, vocabulary, members.length);
  return {
    taxonomy: buildTaxonomy(corpus.techniques, corpus.usesOf),
    mask: corpus.mask,
    vocabulary,
    centroid: pruneEntries(entries, vocabulary.keys.length, SMALL_WEIGHTS),
    softmax: null,
    encoder: null,
    procedures,
  };
}

/** Trains the same model without pauses. */
export function trainSmallWeights(corpus: Corpus): Weights {
  return runAllSteps(trainSmallSteps(corpus));
}

/** Returns the indexes of each class's examples. */
function membersOf({ techniques, examples }: Corpus): number[][] {
  const members: number[][] = Array.from({ length: techniques.length + 1 }, () => []);
  for (const [at, { targets }] of examples.entries()) {
    for (const target of targets.length > 0 ? targets : [NONE]) members[target]?.push(at);
  }
  return members;
}

/** Adds the weighted sum of a class's vectors, scaled to length 1. */
function addCentroid(
  c: number,
  texts: readonly number[],
  keys: readonly Uint32Array[],
  { examples }: Corpus,
  vocabulary: Vocabulary,
  entries: Entries,
): void {
  const sums = new Map<number, number>();
  for (const at of texts) {
    const { weight, targets } = examples[at] ?? { weight: 0, targets: [] };
    const { index, value } = toVector(keys[at] ?? [], vocabulary);
    const share = weight / Math.max(1, targets.length);
    for (let i = 0; i < index.length; i += 1) {
      const feature = index[i] ?? 0;
      sums.set(feature, (sums.get(feature) ?? 0) + (value[i] ?? 0) * share);
    }
  }
  let squares = 0;
  for (const sum of sums.values()) squares += sum * sum;
  const length = Math.sqrt(squares);
  for (const [feature, sum] of sums) {
    entries.features.push(feature);
    entries.classes.push(c);
    entries.values.push(sum / length);
  }
}

function createEntries(): Entries {
  return { features: [], classes: [], values: [] };
}
