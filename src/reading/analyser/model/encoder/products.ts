import type { ByteRows } from "./byte-rows.ts";
import { createKernel, type Kernel } from "./kernel.ts";

/**
 * Writes the products of vectors with the rows of a matrix to `out`: for each vector, one number per row.
 * Vectors are rounded to 16-bit integers, so that the largest absolute value of each becomes 32767.
 * @param vectors `count` consecutive vectors
 */
export type Multiply = (vectors: Float32Array, count: number, out: Float32Array) => void;

const LARGEST = 32_767;
/** Address alignment of all arrays. */
const ALIGNED = 16;

/**
 * Copies matrices into the memory of a kernel.
 * @param most maximum number of vectors per call
 * @returns a function for each matrix
 */
export function createProducts(
  matrices: readonly ByteRows[],
  most: number,
  open: (bytes: number) => Kernel = createKernel,
): Multiply[] {
  const sizes = matrices.map(({ size }) => size);
  const rowsOf = matrices.map(({ rows, size }) => rows.length / size);
  const places = [
    ...matrices.map(({ rows }) => rows.length),
    2 * most * Math.max(...sizes),
    4 * most * Math.max(...rowsOf),
  ];
  const addresses = [0];
  for (const [at, bytes] of places.entries())
    addresses.push((addresses[at] ?? 0) + Math.ceil(bytes / ALIGNED) * ALIGNED);
  const address = (at: number) => addresses[at] ?? 0;
  const [vectorsAt, sumsAt] = [address(matrices.length), address(matrices.length + 1)];
  const { memory, multiply } = open(address(places.length));
  return matrices.map(({ rows, size, scale }, at) => {
    new Int8Array(memory, address(at), rows.length).set(rows);
    const whole = new Int16Array(memory, vectorsAt, most * size);
    const count = rowsOf[at] ?? 0;
    const sums = new Int32Array(memory, sumsAt, most * count);
    const units = new Float64Array(most);
    return (vectors, given, out) => {
      for (let t = 0; t < given; t += 1) units[t] = scale * round(vectors, t * size, size, whole);
      multiply(vectorsAt, given, address(at), size, count, sumsAt);
      for (let t = 0; t < given; t += 1) {
        const unit = units[t] ?? 0;
        for (let k = t * count; k < (t + 1) * count; k += 1) out[k] = (sums[k] ?? 0) * unit;
      }
    };
  });
}

/** Rounds a vector to integers at the same index of `whole`. Returns the unit. */
function round(vectors: Float32Array, from: number, size: number, whole: Int16Array): number {
  let most = 0;
  // `Math.max` and `Math.floor` compile without branches, which could be mispredicted. `Math.round` does not.
  for (let i = from; i < from + size; i += 1) most = Math.max(most, Math.abs(vectors[i] ?? 0));
  const factor = most === 0 ? 0 : LARGEST / most;
  for (let i = from; i < from + size; i += 1)
    whole[i] = Math.floor((vectors[i] ?? 0) * factor + 0.5);
  return most / LARGEST;
}
