import { describe, expect, it } from "vitest";
import {
  multiply,
  packMatrix,
  packTransposed,
  unpackMatrix,
} from "../../../../../src/reading/analyser/model/encoder/packed-matrix.ts";
import { seededRandom } from "../../../../../src/reading/analyser/model/seeded-random.ts";

const SIZE = 8;
const SCALE = 0.25;
const random = seededRandom(3);
const wholeNumbers = (columns: number) =>
  Int8Array.from({ length: columns * SIZE }, () => Math.round((random() - 0.5) * 254));

/** Sums one by one. */
function plainSums(rows: Int8Array, vector: Float32Array): number[] {
  return Array.from({ length: rows.length / SIZE }, (_, c) =>
    vector.reduce((sum, value, i) => sum + value * (rows[c * SIZE + i] ?? 0) * SCALE, 0),
  );
}

function sumsOf(rows: Int8Array, vector: Float32Array): Float64Array {
  const out = new Float64Array(rows.length / SIZE);
  multiply(vector, packTransposed({ rows, size: SIZE, scale: SCALE }), out);
  return out;
}

describe("multiply", () => {
  it.each([1, 2, 7, 698])("gives for %i columns what sums one by one give", (columns) => {
    const rows = wholeNumbers(columns);
    const vector = Float32Array.from({ length: SIZE }, () => random() - 0.5);
    const plain = plainSums(rows, vector);
    for (const [c, sum] of sumsOf(rows, vector).entries())
      expect(sum).toBeCloseTo(plain[c] ?? 0, 2);
  });

  it("keeps the largest sums of two columns apart", () => {
    const rows = Int8Array.from({ length: 2 * SIZE }, (_, at) => (at < SIZE ? -127 : 127));
    for (const vector of [
      new Float32Array(SIZE).fill(3),
      Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    ]) {
      const [first = 0, second = 0] = sumsOf(rows, vector);
      const [expected = 0] = plainSums(rows.subarray(SIZE), vector);
      expect(first / -expected).toBeCloseTo(1, 4);
      expect(second / expected).toBeCloseTo(1, 4);
    }
  });

  it("gives 0 for a vector of 0", () => {
    expect([...sumsOf(wholeNumbers(3), new Float32Array(SIZE))]).toEqual([0, 0, 0]);
  });
});

describe("packMatrix", () => {
  it.each([1, 4, 5])("gives the values of %i columns back", (columns) => {
    const rows = wholeNumbers(columns);
    rows.set([-127, 127]);
    expect(unpackMatrix(packMatrix(rows, columns, SCALE))).toEqual(rows);
  });
});
