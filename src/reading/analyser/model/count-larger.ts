/**
 * For each value, how many of `all` (from class 1 on) are larger. One pass over the classes, most of
 * which are smaller than every value: a count per value would take the time of all the rest together.
 * @param values a few dozen, in any order
 */
export function countLarger(values: readonly number[], all: Float64Array): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const sorted = Float64Array.from(order, (at) => values[at] ?? 0);
  const smallest = sorted[0] ?? Infinity;
  // reached[k]: classes that are larger than exactly the k smallest values.
  const reached = new Uint32Array(values.length + 1);
  for (let c = 1; c < all.length; c += 1) {
    const value = all[c] ?? 0;
    if (value <= smallest) continue;
    let k = 1;
    while (k < sorted.length && value > (sorted[k] ?? 0)) k += 1;
    reached[k] = (reached[k] ?? 0) + 1;
  }
  const larger = values.map(() => 0);
  let count = 0;
  for (let k = values.length - 1; k >= 0; k -= 1) {
    count += reached[k + 1] ?? 0;
    larger[order[k] ?? 0] = count;
  }
  return larger;
}
