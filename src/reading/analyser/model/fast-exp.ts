/** Steps per unit of the table, and how far down it goes; what is below is next to nothing. */
const STEPS = 64;
const LEAST = -16;
const TABLE = Float64Array.from({ length: -LEAST * STEPS + 2 }, (_, step) =>
  Math.exp(-step / STEPS),
);

/**
 * The exponential of a number from -16 to 0, to within a millionth of it; 0 below. Probabilities of hundreds of classes
 * are summed up for each sentence, which took most of its time.
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
