/** Rows of `size` numbers, 8 bits each, in units of `scale`. */
export interface ByteRows {
  size: number;
  rows: Int8Array;
  scale: number;
}

/** Rounds rows to 8 bits, so that the largest absolute value becomes 127. */
export function toByteRows(rows: Float32Array, size: number): ByteRows {
  const largest = rows.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / 127 || 1;
  return { size, rows: Int8Array.from(rows, (value) => Math.round(value / scale)), scale };
}

/** Returns the values of the rows as floats. */
export function toNumbers({ rows, scale }: ByteRows): Float32Array {
  return Float32Array.from(rows, (value) => value * scale);
}
