/**
 * Returns the indexes of the `count` largest values, largest first, without class 0.
 * @param allowed the classes that count, by default all
 */
export function topIndexes(
  values: Float64Array,
  count: number,
  allowed: ((c: number) => boolean) | null = null,
): number[] {
  const top: number[] = [];
  let least = -Infinity;
  for (let c = 1; c < values.length; c += 1) {
    const value = values[c] ?? 0;
    if (value <= least || (allowed !== null && !allowed(c))) continue;
    let at = Math.min(top.length, count - 1);
    while (at > 0 && (values[top[at - 1] ?? 0] ?? 0) < value) {
      top[at] = top[at - 1] ?? 0;
      at -= 1;
    }
    top[at] = c;
    if (top.length === count) least = values[top[count - 1] ?? 0] ?? 0;
  }
  return top;
}
