/** Steps per unit of the table, and its lowest exponent. Below it, values are negligible. */
const STEPS = 64;
const LEAST = -16;
const TABLE = Float64Array.from({ length: -LEAST * STEPS + 2 }, (_, step) =>
  Math.exp(-step / STEPS),
);

/**
 * Returns the exponential of a number from -16 to 0, accurate to a millionth of it. Below -16, returns 0. Summing the
 * probabilities of hundreds of classes was the slowest step for each sentence.
 */
export function fastExp(value: number): number {
  if (value < LEAST) return 0;
  const step = Math.floor(-value * STEPS);
  const rest = value + step / STEPS;
  return (TABLE[step] ?? 0) * (1 + rest * (1 + rest / 2));
}

/** Returns the log of the logistic function. */
export function logSigmoid(logit: number): number {
  return logit > 0 ? -Math.log1p(fastExp(-logit)) : logit - Math.log1p(fastExp(logit));
}
