/** Weights by feature. Those of feature `f` are at `start[f]`..`start[f + 1]`, with classes ascending. */
export interface SparseRows {
  start: Uint32Array;
  classes: Uint16Array;
  /** In units of `scale`. */
  weights: Int8Array;
  scale: number;
}

/** Separate weights in any order, each pair of feature and class once. */
export interface Entries {
  features: number[];
  classes: number[];
  values: number[];
}

const LEVELS = 127;

/**
 * Retains the `count` entries with the largest absolute values and rounds them to 8 bits, like `prune`.
 * @param features number of features
 */
export function pruneEntries(entries: Entries, features: number, count: number): SparseRows {
  const values = new Float32Array(entries.values);
  const { threshold, scale } = scaleOf(values, count);
  const large: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (Math.abs(values[at] ?? 0) >= threshold) large.push(at);
  }
  const places = sortBy(sortBy(large, entries.classes), entries.features);
  const start = new Uint32Array(features + 1);
  const classes: number[] = [];
  const weights: number[] = [];
  for (const at of places) {
    const rounded = roundTo(scale, values[at] ?? 0);
    if (rounded === 0) continue;
    classes.push(entries.classes[at] ?? 0);
    weights.push(rounded);
    const next = (entries.features[at] ?? 0) + 1;
    start[next] = (start[next] ?? 0) + 1;
  }
  for (let f = 0; f < features; f += 1) start[f + 1] = (start[f + 1] ?? 0) + (start[f] ?? 0);
  return { start, classes: Uint16Array.from(classes), weights: Int8Array.from(weights), scale };
}

/** Sorts indexes by small integers. Stable. */
function sortBy(places: ArrayLike<number>, keys: readonly number[]): Uint32Array {
  const next = new Uint32Array(keys.reduce((most, key) => Math.max(most, key), 0) + 2);
  const keyAt = (i: number) => keys[places[i] ?? 0] ?? 0;
  for (let i = 0; i < places.length; i += 1) next[keyAt(i) + 1] = (next[keyAt(i) + 1] ?? 0) + 1;
  for (let key = 1; key < next.length; key += 1)
    next[key] = (next[key] ?? 0) + (next[key - 1] ?? 0);
  const sorted = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i += 1) {
    const key = keyAt(i);
    sorted[next[key] ?? 0] = places[i] ?? 0;
    next[key] = (next[key] ?? 0) + 1;
  }
  return sorted;
}

/**
 * Returns the minimum size of retained weights and their rounding unit. A few weights are far larger than the others.
 * They are clipped so that the others stay precise.
 */
function scaleOf(values: Float32Array, count: number): { threshold: number; scale: number } {
  const bins = countSizes(values);
  const largest = Math.ceil(Math.min(count, values.length) / 1000);
  return { threshold: sizeOf(bins, count), scale: sizeOf(bins, largest) / LEVELS };
}

function roundTo(scale: number, weight: number): number {
  return Math.max(-LEVELS, Math.min(LEVELS, Math.round(weight / scale)));
}

/**
 * Retains the `count` weights with the largest absolute values and rounds them to 8 bits.
 * @param dense `features * classes`, row by row
 */
export function prune(dense: Float32Array, classes: number, count: number): SparseRows {
  const { threshold, scale } = scaleOf(dense, count);
  const start = new Uint32Array(dense.length / classes + 1);
  const keptClasses: number[] = [];
  const weights: number[] = [];
  for (let at = 0; at < dense.length; at += 1) {
    const weight = dense[at] ?? 0;
    if (at % classes === 0) start[at / classes] = weights.length;
    if (Math.abs(weight) < threshold) continue;
    const rounded = roundTo(scale, weight);
    if (rounded === 0) continue;
    keptClasses.push(at % classes);
    weights.push(rounded);
  }
  start[start.length - 1] = weights.length;
  return {
    start,
    classes: Uint16Array.from(keptClasses),
    weights: Int8Array.from(weights),
    scale,
  };
}

/**
 * Counts weights by the upper 16 bits of their float without its sign, which sort like the values themselves. Sorting
 * millions of floats would take seconds.
 */
function countSizes(values: Float32Array): Uint32Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const bins = new Uint32Array(1 << 15);
  for (const word of bits) {
    const bin = (word & 0x7fffffff) >>> 16;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

/** Returns the size that `count` weights reach, within 1 %. */
function sizeOf(bins: Uint32Array, count: number): number {
  let kept = 0;
  let bin = bins.length - 1;
  while (bin > 0 && kept + (bins[bin] ?? 0) <= count) {
    kept += bins[bin] ?? 0;
    bin -= 1;
  }
  return new Float32Array(Uint32Array.of((bin + 1) << 16).buffer)[0] ?? 0;
}

/** Adds `value` times the weights of one feature to the scores of the classes. */
export function addRow(
  { start, classes, weights, scale }: SparseRows,
  feature: number,
  value: number,
  scores: Float64Array,
): void {
  const factor = value * scale;
  const end = start[feature + 1] ?? 0;
  for (let at = start[feature] ?? 0; at < end; at += 1) {
    const c = classes[at] ?? 0;
    scores[c] = (scores[c] ?? 0) + factor * (weights[at] ?? 0);
  }
}

/** Returns the weight of one feature for one class, or 0 if it was pruned. */
export function weightOf(rows: SparseRows, feature: number, wanted: number): number {
  let low = rows.start[feature] ?? 0;
  let high = (rows.start[feature + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const c = rows.classes[middle] ?? 0;
    if (c === wanted) return (rows.weights[middle] ?? 0) * rows.scale;
    if (c < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
