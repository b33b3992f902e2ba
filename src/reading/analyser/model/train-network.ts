import { type Network, standardise } from "./network.ts";
import { seededRandom, shuffled } from "./seeded-random.ts";

/** Rows of `inputs` signals, with their targets (0..1) and weights. */
export interface Cases {
  signals: Float32Array;
  targets: Float32Array;
  weights: Float32Array;
  /** The fold of each row. */
  folds: Uint8Array;
}

export interface FitOptions {
  /** Networks per fold with different seeds. Averaging their logits reduces chance and yields the same shape. */
  members: number;
  hidden: number;
  epochs: number;
  rate: number;
  decay: number;
  batch: number;
  seed: number;
}

/**
 * Fits one network per fold on the rows of all other folds, with Adam (Kingma and Ba 2015) on the cross entropy with
 * weight decay. Deterministic for a seed. All networks share the input scaling.
 */
export function fitWithout(cases: Cases, inputs: number, options: FitOptions): Network[] {
  const moments = momentsOf(cases.signals, inputs);
  const x = standardise(cases.signals, { inputs, ...moments });
  const folds = cases.folds.reduce((most, fold) => Math.max(most, fold + 1), 0);
  return Array.from({ length: folds }, (_, fold) => {
    const rows = Uint32Array.from(cases.folds.keys()).filter((row) => cases.folds[row] !== fold);
    const members = Array.from({ length: options.members }, (_member, member) => {
      const seed = options.seed + fold * options.members + member;
      const fitted = fitMember({ ...cases, signals: x }, rows, inputs, { ...options, seed });
      return { inputs, ...moments, ...fitted };
    });
    return mergeNetworks(members);
  });
}

/** Merges networks into one whose logit is the mean of theirs, by concatenating their hidden layers. */
export function mergeNetworks(members: readonly Network[]): Network {
  const [first] = members;
  if (first === undefined) throw new Error("A network needs at least one member.");
  const rows = members.flatMap(({ weights, hidden, inputs }) => [
    ...weights.subarray(0, hidden * (inputs + 1)),
  ]);
  const out = members.flatMap(({ weights, hidden, inputs }) => [
    ...weights.subarray(hidden * (inputs + 1), hidden * (inputs + 1) + hidden),
  ]);
  const bias = members.reduce((sum, { weights }) => sum + (weights.at(-1) ?? 0), 0);
  const weights = [...rows, ...out.map((w) => w / members.length), bias / members.length];
  const hidden = first.hidden * members.length;
  return { ...first, hidden, weights: Float32Array.from(weights) };
}

function fitMember(
  cases: Cases,
  rows: Uint32Array,
  inputs: number,
  options: FitOptions,
): { hidden: number; weights: Float32Array } {
  const random = seededRandom(options.seed);
  const { hidden } = options;
  const size = hidden * (inputs + 1) + hidden + 1;
  const weights = Float32Array.from({ length: size }, () => (random() - 0.5) / Math.sqrt(inputs));
  const gradient = new Float64Array(size);
  const active = new Float64Array(hidden);
  const moments = { first: new Float64Array(size), second: new Float64Array(size), steps: 0 };
  for (let epoch = 0; epoch < options.epochs; epoch += 1) {
    const order = shuffled(rows.length, random);
    // The rate falls to a tenth, so that training converges.
    const rate = options.rate * (1 - (0.9 * epoch) / options.epochs);
    for (let from = 0; from < order.length; from += options.batch) {
      const batch = order.subarray(from, from + options.batch);
      gradient.fill(0);
      for (const at of batch) {
        addGradient({ inputs, hidden, weights }, cases, rows[at] ?? 0, gradient, active);
      }
      adam(weights, gradient, moments, rate, options.decay, batch.length);
    }
  }
  return { hidden, weights };
}

function momentsOf(signals: Float32Array, inputs: number) {
  const rows = signals.length / inputs;
  const mean = new Float32Array(inputs);
  const deviation = new Float32Array(inputs);
  for (let i = 0; i < inputs; i += 1) {
    let sum = 0;
    let squares = 0;
    for (let at = i; at < signals.length; at += inputs) {
      sum += signals[at] ?? 0;
      squares += (signals[at] ?? 0) ** 2;
    }
    mean[i] = sum / rows;
    deviation[i] = Math.sqrt(Math.max(squares / rows - (sum / rows) ** 2, 0)) + 1e-3;
  }
  return { mean, deviation };
}

function addGradient(
  { inputs, hidden, weights }: Pick<Network, "inputs" | "hidden" | "weights">,
  { signals: x, targets, weights: importance }: Cases,
  row: number,
  gradient: Float64Array,
  active: Float64Array,
): void {
  const from = row * inputs;
  const out = hidden * (inputs + 1);
  let sum = weights[out + hidden] ?? 0;
  for (let h = 0; h < hidden; h += 1) {
    const at = h * (inputs + 1);
    let z = weights[at + inputs] ?? 0;
    for (let i = 0; i < inputs; i += 1) z += (x[from + i] ?? 0) * (weights[at + i] ?? 0);
    active[h] = Math.max(z, 0);
    sum += (active[h] ?? 0) * (weights[out + h] ?? 0);
  }
  const error = (1 / (1 + Math.exp(-sum)) - (targets[row] ?? 0)) * (importance[row] ?? 1);
  gradient[out + hidden] = (gradient[out + hidden] ?? 0) + error;
  for (let h = 0; h < hidden; h += 1) {
    if ((active[h] ?? 0) <= 0) continue;
    gradient[out + h] = (gradient[out + h] ?? 0) + error * (active[h] ?? 0);
    const back = error * (weights[out + h] ?? 0);
    const at = h * (inputs + 1);
    gradient[at + inputs] = (gradient[at + inputs] ?? 0) + back;
    for (let i = 0; i < inputs; i += 1) {
      gradient[at + i] = (gradient[at + i] ?? 0) + back * (x[from + i] ?? 0);
    }
  }
}

function adam(
  weights: Float32Array,
  gradient: Float64Array,
  moments: { first: Float64Array; second: Float64Array; steps: number },
  rate: number,
  decay: number,
  count: number,
): void {
  const { first, second } = moments;
  moments.steps += 1;
  const fix1 = 1 - 0.9 ** moments.steps;
  const fix2 = 1 - 0.999 ** moments.steps;
  for (let at = 0; at < weights.length; at += 1) {
    const g = (gradient[at] ?? 0) / count + decay * (weights[at] ?? 0);
    first[at] = 0.9 * (first[at] ?? 0) + 0.1 * g;
    second[at] = 0.999 * (second[at] ?? 0) + 0.001 * g * g;
    const step = (first[at] ?? 0) / fix1 / (Math.sqrt((second[at] ?? 0) / fix2) + 1e-8);
    weights[at] = (weights[at] ?? 0) - rate * step;
  }
}
