import type { ByteRows } from "./byte-rows.ts";

/**
 * A matrix of whole numbers from -127 to 127, in units of `scale`, two columns to a number: each is an even column's value
 * times `SHIFT`, and that of the next column. One multiplication counts for both, in half the time.
 */
export interface PackedMatrix {
  /** `rows` rows of half as many numbers as there are columns. */
  pairs: Float64Array;
  columns: number;
  scale: number;
}

/** Whole sums that stay below half of it do not run into each other. */
const SHIFT = 2 ** 26;
const LARGEST = 127;
/** What the whole numbers of a vector may come to together, with room for what is rounded. */
const WHOLE = 2 ** 25 / LARGEST - 1024;

/** @param values row by row */
export function packMatrix(values: Int8Array, columns: number, scale: number): PackedMatrix {
  const perRow = Math.ceil(columns / 2);
  const pairs = new Float64Array((values.length / columns) * perRow);
  for (let at = 0; at < pairs.length; at += 1) {
    const even = Math.floor(at / perRow) * columns + 2 * (at % perRow);
    const odd = 2 * (at % perRow) + 1 < columns ? (values[even + 1] ?? 0) : 0;
    pairs[at] = (values[even] ?? 0) * SHIFT + odd;
  }
  return { pairs, columns, scale };
}

/** The values that the matrix was packed from. */
export function unpackMatrix({ pairs, columns }: PackedMatrix): Int8Array {
  const perRow = Math.ceil(columns / 2);
  const values = new Int8Array((pairs.length / perRow) * columns);
  for (let at = 0; at < values.length; at += 1) {
    const column = at % columns;
    const pair = pairs[Math.floor(at / columns) * perRow + (column >> 1)] ?? 0;
    const even = Math.round(pair / SHIFT);
    values[at] = column % 2 === 0 ? even : pair - even * SHIFT;
  }
  return values;
}

/** Packs a matrix with its rows made columns: a layer's weights by what they give. */
export function packTransposed({ rows, size, scale }: ByteRows): PackedMatrix {
  const columns = rows.length / size;
  const turned = new Int8Array(rows.length);
  for (let column = 0; column < columns; column += 1) {
    for (let i = 0; i < size; i += 1) turned[i * columns + column] = rows[column * size + i] ?? 0;
  }
  return packMatrix(turned, columns, scale);
}

/**
 * The product of a vector and the matrix, written over `out`. The vector is rounded to whole numbers, the largest of
 * thousands, so that sums are exact. Its size is a multiple of four.
 */
export function multiply(
  vector: Float32Array,
  { pairs, columns, scale }: PackedMatrix,
  out: Float64Array,
): void {
  out.fill(0);
  let total = 0;
  for (let i = 0; i < vector.length; i += 1) total += Math.abs(vector[i] ?? 0);
  if (total === 0) return;
  const perRow = Math.ceil(columns / 2);
  const unit = total / WHOLE;
  const whole = (i: number) => Math.round((vector[i] ?? 0) / unit);
  // Four numbers at once: the sums are loaded and stored a quarter as often.
  for (let i = 0; i < vector.length; i += 4) {
    const a = i * perRow;
    const b = a + perRow;
    const c = b + perRow;
    const d = c + perRow;
    const [s, t, u, v] = [whole(i), whole(i + 1), whole(i + 2), whole(i + 3)];
    for (let k = 0; k < perRow; k += 1) {
      const ab = s * (pairs[a + k] ?? 0) + t * (pairs[b + k] ?? 0);
      const cd = u * (pairs[c + k] ?? 0) + v * (pairs[d + k] ?? 0);
      out[k] = (out[k] ?? 0) + (ab + cd);
    }
  }
  spread(out, perRow, unit * scale);
}

/** Sums of pairs, which stand in the first half, to the sums of each column; from the last on, as each takes two places. */
function spread(out: Float64Array, perRow: number, unit: number): void {
  for (let k = perRow - 1; k >= 0; k -= 1) {
    const pair = out[k] ?? 0;
    const even = Math.round(pair / SHIFT);
    out[2 * k] = even * unit;
    // Past the end where the number of columns is odd, where nothing is kept.
    out[2 * k + 1] = (pair - even * SHIFT) * unit;
  }
}
