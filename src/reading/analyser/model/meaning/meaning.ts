import { findKey, type KeyTable } from "../vectors.ts";

/** Rows of `size` numbers each, 8 bits a number, in units of `scale`. */
export interface ByteRows {
  size: number;
  rows: Int8Array;
  scale: number;
}

/**
 * Weights of all classes for one number of a sentence's mean after the other: `size` rows of `classes` whole numbers
 * from -127 to 127 in units of `scale`. By class they would take twice as long, and so as bytes.
 */
export interface ClassWeights {
  rows: Float32Array;
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

/** The product of a mean with the row of a class. */
export function dot({ rows, size, scale }: ByteRows, row: number, mean: Float32Array): number {
  const from = row * size;
  let sum = 0;
  for (let i = 0; i < size; i += 1) sum += (rows[from + i] ?? 0) * (mean[i] ?? 0);
  return sum * scale;
}

/** Softmax scores of all classes, no probabilities yet. The size of a mean is a multiple of four. */
export function scoreMeaning(
  { weights: { rows, scale }, bias }: Meaning,
  mean: Float32Array,
  out: Float64Array,
): void {
  const classes = out.length;
  out.set(bias);
  // Four numbers at once: the sums are loaded and stored a quarter as often.
  for (let i = 0; i < mean.length; i += 4) {
    const a = i * classes;
    const b = a + classes;
    const c = b + classes;
    const d = c + classes;
    const s = (mean[i] ?? 0) * scale;
    const t = (mean[i + 1] ?? 0) * scale;
    const u = (mean[i + 2] ?? 0) * scale;
    const v = (mean[i + 3] ?? 0) * scale;
    for (let k = 0; k < classes; k += 1) {
      const ab = s * (rows[a + k] ?? 0) + t * (rows[b + k] ?? 0);
      const cd = u * (rows[c + k] ?? 0) + v * (rows[d + k] ?? 0);
      out[k] = (out[k] ?? 0) + (ab + cd);
    }
  }
}

/** Weights by class, turned round. */
export function toClassWeights({ rows, size, scale }: ByteRows): ClassWeights {
  const classes = rows.length / size;
  const turned = new Float32Array(rows.length);
  for (let c = 0; c < classes; c += 1) {
    for (let i = 0; i < size; i += 1) turned[i * classes + c] = rows[c * size + i] ?? 0;
  }
  return { rows: turned, scale };
}

const LEVELS = 127;

/** Rounds rows to 8 bits; of the largest numbers one in a thousand is cut, so that the others keep their digits. */
export function toByteRows(values: Float32Array, size: number): ByteRows {
  const sizes = values.map((value) => Math.abs(value)).sort();
  const scale = (sizes[Math.floor((sizes.length - 1) * 0.999)] ?? 0) / LEVELS || 1;
  const round = (value: number) => Math.max(-LEVELS, Math.min(LEVELS, Math.round(value / scale)));
  return { size, rows: Int8Array.from(values, round), scale: Math.fround(scale) };
}
