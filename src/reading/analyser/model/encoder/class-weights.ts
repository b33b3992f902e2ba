import type { ByteRows } from "./byte-rows.ts";

/**
 * What of a sentence's mean speaks for each class, two classes to a number: `size` rows of half as many numbers as there
 * are classes, each the whole weight (-127 to 127, in units of `scale`) of an even class times `SHIFT`, and that of the
 * next class. One multiplication weighs both, in half the time.
 */
export interface ClassWeights {
  pairs: Float64Array;
  classes: number;
  scale: number;
}

/** Whole sums that stay below half of it do not run into each other. */
const SHIFT = 2 ** 26;
const LARGEST = 127;
/** What the whole numbers of a mean may come to together, with room for what is rounded. */
const WHOLE = 2 ** 25 / LARGEST - 1024;

/** @param rows `size` rows of as many weights as there are classes */
export function packWeights(rows: Int8Array, classes: number, scale: number): ClassWeights {
  const perRow = Math.ceil(classes / 2);
  const pairs = new Float64Array((rows.length / classes) * perRow);
  for (let at = 0; at < pairs.length; at += 1) {
    const even = Math.floor(at / perRow) * classes + 2 * (at % perRow);
    const odd = 2 * (at % perRow) + 1 < classes ? (rows[even + 1] ?? 0) : 0;
    pairs[at] = (rows[even] ?? 0) * SHIFT + odd;
  }
  return { pairs, classes, scale };
}

/** The rows that the weights were packed from. */
export function unpackWeights({ pairs, classes }: ClassWeights): Int8Array {
  const perRow = Math.ceil(classes / 2);
  const rows = new Int8Array((pairs.length / perRow) * classes);
  for (let at = 0; at < rows.length; at += 1) {
    const c = at % classes;
    const pair = pairs[Math.floor(at / classes) * perRow + (c >> 1)] ?? 0;
    const even = Math.round(pair / SHIFT);
    rows[at] = c % 2 === 0 ? even : pair - even * SHIFT;
  }
  return rows;
}

/** Weights by class, turned round and packed. */
export function toClassWeights({ rows, size, scale }: ByteRows): ClassWeights {
  const classes = rows.length / size;
  const turned = new Int8Array(rows.length);
  for (let c = 0; c < classes; c += 1) {
    for (let i = 0; i < size; i += 1) turned[i * classes + c] = rows[c * size + i] ?? 0;
  }
  return packWeights(turned, classes, scale);
}

/**
 * What a mean says for each class, written over `out`. The mean is rounded to whole numbers, the largest of thousands,
 * so that sums are exact. Its size is a multiple of four.
 */
export function weigh(
  { pairs, classes, scale }: ClassWeights,
  mean: Float32Array,
  out: Float64Array,
): void {
  out.fill(0);
  let total = 0;
  for (let i = 0; i < mean.length; i += 1) total += Math.abs(mean[i] ?? 0);
  if (total === 0) return;
  const perRow = Math.ceil(classes / 2);
  const unit = total / WHOLE;
  const whole = (i: number) => Math.round((mean[i] ?? 0) / unit);
  // Four numbers at once: the sums are loaded and stored a quarter as often.
  for (let i = 0; i < mean.length; i += 4) {
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

/** Sums of pairs, which stand in the first half, to the sums of each class; from the last on, as each takes two places. */
function spread(out: Float64Array, perRow: number, unit: number): void {
  for (let k = perRow - 1; k >= 0; k -= 1) {
    const pair = out[k] ?? 0;
    const even = Math.round(pair / SHIFT);
    out[2 * k] = even * unit;
    // Past the end where the number of classes is odd, where nothing is kept.
    out[2 * k + 1] = (pair - even * SHIFT) * unit;
  }
}
