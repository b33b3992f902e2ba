import { seededRandom, shuffled } from "../seeded-random.ts";
import type { KeyTable } from "../vectors.ts";
import { toClassWeights } from "./class-weights.ts";
import { findRows, meanOf, shareOf, toByteRows, toLengthOne, type Meaning } from "./meaning.ts";
import {
  createState,
  scoreState,
  stepClasses,
  stepWords,
  type MeaningState,
} from "./meaning-state.ts";

/** What single words mean to begin with: `keys.length * size` numbers, row by row. */
export interface WordVectors {
  size: number;
  /** Keys of words' stems, sorted. */
  keys: Uint32Array;
  table: KeyTable;
  rows: Float32Array;
}

/** A text by its features' keys; `targets` are classes that share the probability. */
export interface MeaningSample {
  keys: ArrayLike<number>;
  targets: readonly number[];
  weight: number;
}

const EPOCHS = 4;
/** Step of Adagrad for the classes, and for the words, which know much already. */
const RATE = 0.03;
const WORD_RATE = 0.02;
/** Part of the words that is hidden at each look, so that no word is relied on alone. */
const HIDDEN = 0.4;
/** The last look's steps, as a part of the first's. */
const LAST = 0.2;
export const SEED = 21;

/** A softmax on the mean of the words' vectors; words and classes are learned together (Joulin et al. 2016). */
export function trainMeaning(
  base: WordVectors,
  classes: number,
  samples: readonly MeaningSample[],
): Meaning {
  const state = createState(base, classes);
  const random = seededRandom(SEED);
  const known = samples.map(({ keys }) => findRows(keys, base.table));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const ease = 1 - ((1 - LAST) * epoch) / EPOCHS;
    for (const at of shuffled(samples.length, random)) {
      const sample = samples[at];
      const rows = (known[at] ?? []).filter(() => random() >= HIDDEN);
      if (sample !== undefined && rows.length > 0) learn(state, sample, rows, ease);
    }
  }
  const centroids = centroidsOf(state, samples, known);
  return {
    keys: base.keys,
    table: base.table,
    words: toByteRows(state.words, base.size),
    weights: toClassWeights(toByteRows(state.weights, base.size)),
    bias: state.bias,
    centroids: toByteRows(centroids, base.size),
  };
}

function learn(
  state: MeaningState,
  { targets, weight }: MeaningSample,
  rows: readonly number[],
  ease: number,
): void {
  const { scores, mean, size } = state;
  meanOf(rows, { rows: state.words, size, scale: 1 }, mean);
  scoreState(state);
  for (const target of targets) scores[target] = (scores[target] ?? 0) - 1 / targets.length;
  stepClasses(state, weight, RATE * ease);
  stepWords(state, rows, shareOf(rows), WORD_RATE * ease);
}

/** The mean direction of each class's texts, of length 1. */
function centroidsOf(
  { words, size, mean, bias }: MeaningState,
  samples: readonly MeaningSample[],
  known: readonly number[][],
): Float32Array {
  const sums = new Float32Array(bias.length * size);
  for (const [at, { targets, weight }] of samples.entries()) {
    meanOf(known[at] ?? [], { rows: words, size, scale: 1 }, mean);
    toLengthOne(mean);
    for (const target of targets) {
      const factor = weight / targets.length;
      for (let i = 0; i < size; i += 1)
        sums[target * size + i] = (sums[target * size + i] ?? 0) + factor * (mean[i] ?? 0);
    }
  }
  for (let from = 0; from < sums.length; from += size)
    toLengthOne(sums.subarray(from, from + size));
  return sums;
}
