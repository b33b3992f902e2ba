import { toProbabilities } from "../to-probabilities.ts";
import type { WordVectors } from "./train-meaning.ts";

/** What is being learned, with Adagrad's sums of squares, and room to compute in. */
export interface MeaningState {
  size: number;
  words: Float32Array;
  wordSquares: Float32Array;
  /** `classes * size`, row by row. */
  weights: Float32Array;
  squares: Float32Array;
  bias: Float32Array;
  biasSquares: Float32Array;
  /** Of the sample at hand: its mean, its classes' probabilities less the targets, and what the mean should change by. */
  mean: Float32Array;
  scores: Float64Array;
  back: Float64Array;
}

const EPSILON = 1e-3;
/** Smaller gradients are left out: most classes of most examples, and most of the time. */
const MIN_GRADIENT = 5e-4;

/** Words as they are given, classes at 0. */
export function createState({ rows, size }: WordVectors, classes: number): MeaningState {
  return {
    size,
    words: rows.slice(),
    wordSquares: new Float32Array(rows.length).fill(EPSILON),
    weights: new Float32Array(classes * size),
    squares: new Float32Array(classes * size).fill(EPSILON),
    bias: new Float32Array(classes),
    biasSquares: new Float32Array(classes).fill(EPSILON),
    mean: new Float32Array(size),
    scores: new Float64Array(classes),
    back: new Float64Array(size),
  };
}

/** Probabilities of all classes for the mean. */
export function scoreState({ weights, bias, mean, scores, size }: MeaningState): void {
  for (let c = 0; c < scores.length; c += 1) {
    const from = c * size;
    let a = 0;
    let b = 0;
    for (let i = 0; i < size; i += 2) {
      a += (mean[i] ?? 0) * (weights[from + i] ?? 0);
      b += (mean[i + 1] ?? 0) * (weights[from + i + 1] ?? 0);
    }
    scores[c] = a + b + (bias[c] ?? 0);
  }
  toProbabilities(scores);
}

/** One step of the classes by `scores`, which are gradients now; `back` becomes the mean's gradient. */
export function stepClasses(state: MeaningState, weight: number, rate: number): void {
  const { weights, squares, bias, biasSquares, mean, scores, back, size } = state;
  back.fill(0);
  for (let c = 0; c < scores.length; c += 1) {
    const slope = (scores[c] ?? 0) * weight;
    if (Math.abs(slope) < MIN_GRADIENT) continue;
    const from = c * size;
    for (let i = 0; i < size; i += 1) {
      const old = weights[from + i] ?? 0;
      back[i] = (back[i] ?? 0) + slope * old;
      const g = slope * (mean[i] ?? 0);
      const square = (squares[from + i] ?? 0) + g * g;
      squares[from + i] = square;
      weights[from + i] = old - (rate * g) / Math.sqrt(square);
    }
    const square = (biasSquares[c] ?? 0) + slope * slope;
    biasSquares[c] = square;
    bias[c] = (bias[c] ?? 0) - (rate * slope) / Math.sqrt(square);
  }
}

/** One step of each word by its share of the mean's gradient. */
export function stepWords(
  { words, wordSquares, back, size }: MeaningState,
  rows: readonly number[],
  share: number,
  rate: number,
): void {
  for (const row of rows) {
    const from = row * size;
    for (let i = 0; i < size; i += 1) {
      const g = (back[i] ?? 0) * share;
      const square = (wordSquares[from + i] ?? 0) + g * g;
      wordSquares[from + i] = square;
      words[from + i] = (words[from + i] ?? 0) - (rate * g) / Math.sqrt(square);
    }
  }
}
