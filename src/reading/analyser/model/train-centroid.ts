import type { Sample } from "./train-softmax.ts";

/**
 * Returns the mean of each class's vectors, scaled to length 1 (Rocchio): `features * classes`, row by row.
 * @param classes including class 0 for "no technique"
 */
export function trainCentroid(
  samples: readonly Sample[],
  features: number,
  classes: number,
): Float32Array {
  const sums = new Float32Array(features * classes);
  for (const { vector, targets, weight } of samples) {
    for (let i = 0; i < vector.index.length; i += 1) {
      const row = (vector.index[i] ?? 0) * classes;
      const value = ((vector.value[i] ?? 0) * weight) / targets.length;
      for (const target of targets) sums[row + target] = (sums[row + target] ?? 0) + value;
    }
  }
  const squares = new Float64Array(classes);
  for (let at = 0; at < sums.length; at += 1) {
    squares[at % classes] = (squares[at % classes] ?? 0) + (sums[at] ?? 0) ** 2;
  }
  for (let at = 0; at < sums.length; at += 1) {
    const value = sums[at] ?? 0;
    if (value !== 0) sums[at] = value / Math.sqrt(squares[at % classes] ?? 1);
  }
  return sums;
}
