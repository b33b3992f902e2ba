import { shuffled } from "./seeded-random.ts";
import { INPUT_SCALE } from "./score-sentence.ts";
import { toProbabilities } from "./to-probabilities.ts";
import type { Vector } from "./vectors.ts";

/** Weights by feature and class (`features * classes`, row by row), with Adagrad's sums of squares. */
export interface SoftmaxState {
  classes: number;
  weights: Float32Array;
  squares: Float32Array;
}

export interface Sample {
  vector: Vector;
  /** Target classes, which share the probability equally. */
  targets: readonly number[];
  weight: number;
}

const RATE = 0.5;
const EPSILON = 1e-3;
/** Smaller gradients are skipped. They are most classes of most examples, and would take most of the time. */
const MIN_GRADIENT = 5e-4;

/** Creates the initial state with all weights and sums 0. */
export function createSoftmax(features: number, classes: number): SoftmaxState {
  return {
    classes,
    weights: new Float32Array(features * classes),
    squares: new Float32Array(features * classes).fill(EPSILON),
  };
}

/** Runs one pass over the samples with Adagrad (Duchi, Hazan and Singer 2011) on the cross entropy. */
export function trainEpoch(
  state: SoftmaxState,
  samples: readonly Sample[],
  random: () => number,
  rate: number = RATE,
): void {
  const scores = new Float64Array(state.classes);
  for (const which of shuffled(samples.length, random)) {
    const sample = samples[which];
    if (sample === undefined || sample.vector.index.length === 0) continue;
    softmaxOf(state, sample.vector, scores);
    for (const target of sample.targets) {
      scores[target] = (scores[target] ?? 0) - 1 / sample.targets.length;
    }
    step(state, sample, scores, rate);
  }
}

function softmaxOf({ classes, weights }: SoftmaxState, vector: Vector, out: Float64Array): void {
  const rowAt = (i: number) => (vector.index[i] ?? 0) * classes;
  const valueAt = (i: number) => (vector.value[i] ?? 0) * INPUT_SCALE;
  out.fill(0);
  // Four features per iteration: loading and storing the sums takes most of the time, and this divides it by four.
  for (let i = 0; i < vector.index.length; i += 4) {
    const [a, b, c, d] = [rowAt(i), rowAt(i + 1), rowAt(i + 2), rowAt(i + 3)];
    const [u, v, w, x] = [valueAt(i), valueAt(i + 1), valueAt(i + 2), valueAt(i + 3)];
    for (let k = 0; k < classes; k += 1) {
      out[k] =
        (out[k] ?? 0) +
        u * (weights[a + k] ?? 0) +
        v * (weights[b + k] ?? 0) +
        w * (weights[c + k] ?? 0) +
        x * (weights[d + k] ?? 0);
    }
  }
  toProbabilities(out);
}

function step(state: SoftmaxState, sample: Sample, gradient: Float64Array, rate: number): void {
  const { classes, weights, squares } = state;
  const { vector, weight } = sample;
  const active: number[] = [];
  for (let c = 0; c < classes; c += 1) {
    if (Math.abs(gradient[c] ?? 0) > MIN_GRADIENT) active.push(c);
  }
  for (let i = 0; i < vector.index.length; i += 1) {
    const row = (vector.index[i] ?? 0) * classes;
    const value = (vector.value[i] ?? 0) * INPUT_SCALE * weight;
    for (const c of active) {
      const slope = value * (gradient[c] ?? 0);
      const square = (squares[row + c] ?? 0) + slope * slope;
      squares[row + c] = square;
      weights[row + c] = (weights[row + c] ?? 0) - (rate * slope) / Math.sqrt(square);
    }
  }
}
