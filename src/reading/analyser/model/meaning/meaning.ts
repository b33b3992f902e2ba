import { findKey, type KeyTable } from "../vectors.ts";
import { type ClassWeights, weigh } from "./class-weights.ts";

/** Rows of `size` numbers each, 8 bits a number, in units of `scale`. */
export interface ByteRows {
  size: number;
  rows: Int8Array;
  scale: number;
}

/**
 * What words mean, and what of it speaks for each class. A sentence is the mean of its words' vectors, so that
 * words the release never used speak by what they are like.
 */
export interface Meaning {
  /** Keys of words' stems, sorted, see `features.ts`; row `i` of `words` is that of `keys[i]`. */
  keys: Uint32Array;
  table: KeyTable;
  words: ByteRows;
  /** A softmax's weights, and its biases. */
  weights: ClassWeights;
  bias: Float32Array;
  /** Mean direction of each class's texts. */
  centroids: ByteRows;
}

/** Means are this much longer than vectors of words, as softmax inputs are. */
const MEAN_SCALE = 4;

/** Rows of the words that are known. */
export function findRows(keys: ArrayLike<number>, table: KeyTable): number[] {
  const rows: number[] = [];
  for (let at = 0; at < keys.length; at += 1) {
    const row = findKey(table, keys[at] ?? 0);
    if (row >= 0) rows.push(row);
  }
  return rows;
}

/** What a sentence of these rows means, written over `out`; all 0 where no word is known. */
export function meanOf(
  found: readonly number[],
  { rows, size, scale }: { rows: ArrayLike<number>; size: number; scale: number },
  out: Float32Array,
): void {
  out.fill(0);
  for (const row of found) {
    const from = row * size;
    for (let i = 0; i < size; i += 1) out[i] = (out[i] ?? 0) + (rows[from + i] ?? 0);
  }
  const factor = found.length === 0 ? 0 : (scale * MEAN_SCALE) / found.length;
  for (let i = 0; i < size; i += 1) out[i] = (out[i] ?? 0) * factor;
}

/** How much a mean moves with each of its words. */
export function shareOf(found: readonly number[]): number {
  return MEAN_SCALE / found.length;
}

/** Makes a vector of length 1, unless it is all 0. */
export function toLengthOne(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return;
  const factor = 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) * factor;
}

/** The product of a mean with the row of a class, four numbers side by side: one sum would wait for itself. */
export function dot({ rows, size, scale }: ByteRows, row: number, mean: Float32Array): number {
  const from = row * size;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < size; i += 4) {
    a += (rows[from + i] ?? 0) * (mean[i] ?? 0);
    b += (rows[from + i + 1] ?? 0) * (mean[i + 1] ?? 0);
    c += (rows[from + i + 2] ?? 0) * (mean[i + 2] ?? 0);
    d += (rows[from + i + 3] ?? 0) * (mean[i + 3] ?? 0);
  }
  return (a + b + (c + d)) * scale;
}

/** Softmax scores of all classes, no probabilities yet. */
export function scoreMeaning(
  { weights, bias }: Meaning,
  mean: Float32Array,
  out: Float64Array,
): void {
  weigh(weights, mean, out);
  for (let c = 0; c < out.length; c += 1) out[c] = (out[c] ?? 0) + (bias[c] ?? 0);
}

const LEVELS = 127;

/** Rounds rows to 8 bits; of the largest numbers one in a thousand is cut, so that the others keep their digits. */
export function toByteRows(values: Float32Array, size: number): ByteRows {
  const sizes = values.map((value) => Math.abs(value)).sort();
  const scale = (sizes[Math.floor((sizes.length - 1) * 0.999)] ?? 0) / LEVELS || 1;
  const round = (value: number) => Math.max(-LEVELS, Math.min(LEVELS, Math.round(value / scale)));
  return { size, rows: Int8Array.from(values, round), scale: Math.fround(scale) };
}
