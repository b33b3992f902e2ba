/** A network with one hidden layer of rectifiers and a logistic output. Inputs are standardised and clipped. */
export interface Network {
  inputs: number;
  hidden: number;
  mean: Float32Array;
  deviation: Float32Array;
  /** `hidden` rows of `inputs` weights and a bias, then `hidden` weights and a bias of the output. */
  weights: Float32Array;
}

const CLIP = 4;

/**
 * Creates a function that returns the probability for one row of signals at a time. Ignores values after the inputs.
 */
export function evaluator(network: Network): (signals: Float32Array) => number {
  // Reused, because allocating an array for each row took as long as the sums.
  const standardised = new Float32Array(network.inputs);
  return (signals) => {
    standardise(signals, network, standardised);
    return 1 / (1 + Math.exp(-logit(network, standardised)));
  };
}

/** Returns the probability for one row of signals. */
export function evaluate(network: Network, signals: Float32Array): number {
  return evaluator(network)(signals);
}

/**
 * Sums four hidden units in parallel, each in a fixed order. Consecutive additions for one unit would wait for each
 * other.
 * @param x standardised signals
 */
function logit({ inputs, hidden, weights }: Network, x: Float32Array): number {
  const out = hidden * (inputs + 1);
  let sum = weights[out + hidden] ?? 0;
  let h = 0;
  for (; h + 4 <= hidden; h += 4) {
    const a = h * (inputs + 1);
    const b = a + inputs + 1;
    const c = b + inputs + 1;
    const d = c + inputs + 1;
    let za = weights[a + inputs] ?? 0;
    let zb = weights[b + inputs] ?? 0;
    let zc = weights[c + inputs] ?? 0;
    let zd = weights[d + inputs] ?? 0;
    for (let i = 0; i < inputs; i += 1) {
      const signal = x[i] ?? 0;
      za += signal * (weights[a + i] ?? 0);
      zb += signal * (weights[b + i] ?? 0);
      zc += signal * (weights[c + i] ?? 0);
      zd += signal * (weights[d + i] ?? 0);
    }
    if (za > 0) sum += za * (weights[out + h] ?? 0);
    if (zb > 0) sum += zb * (weights[out + h + 1] ?? 0);
    if (zc > 0) sum += zc * (weights[out + h + 2] ?? 0);
    if (zd > 0) sum += zd * (weights[out + h + 3] ?? 0);
  }
  for (; h < hidden; h += 1) {
    const row = h * (inputs + 1);
    let z = weights[row + inputs] ?? 0;
    for (let i = 0; i < inputs; i += 1) z += (x[i] ?? 0) * (weights[row + i] ?? 0);
    if (z > 0) sum += z * (weights[out + h] ?? 0);
  }
  return sum;
}

/** Converts rows of signals to standard deviations from the mean, within bounds. */
export function standardise(
  signals: Float32Array,
  { inputs, mean, deviation }: Pick<Network, "inputs" | "mean" | "deviation">,
  out: Float32Array = new Float32Array(signals.length),
): Float32Array {
  for (let row = 0; row < out.length; row += inputs) {
    for (let i = 0; i < inputs; i += 1) {
      const one = ((signals[row + i] ?? 0) - (mean[i] ?? 0)) / (deviation[i] ?? 1);
      out[row + i] = one > CLIP ? CLIP : one < -CLIP ? -CLIP : one;
    }
  }
  return out;
}
