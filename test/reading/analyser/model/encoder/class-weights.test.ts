import { describe, expect, it } from "vitest";
import {
  packWeights,
  toClassWeights,
  unpackWeights,
  weigh,
} from "../../../../../src/reading/analyser/model/encoder/class-weights.ts";
import { seededRandom } from "../../../../../src/reading/analyser/model/seeded-random.ts";

const SIZE = 8;
const SCALE = 0.25;
const random = seededRandom(3);
const wholeWeights = (classes: number) =>
  Int8Array.from({ length: classes * SIZE }, () => Math.round((random() - 0.5) * 254));

/** Sums one by one, from weights by class. */
function plainSums(rows: Int8Array, mean: Float32Array): number[] {
  return Array.from({ length: rows.length / SIZE }, (_, c) =>
    mean.reduce((sum, value, i) => sum + value * (rows[c * SIZE + i] ?? 0) * SCALE, 0),
  );
}

function sumsOf(rows: Int8Array, mean: Float32Array): Float64Array {
  const out = new Float64Array(rows.length / SIZE);
  weigh(toClassWeights({ rows, size: SIZE, scale: SCALE }), mean, out);
  return out;
}

describe("weigh", () => {
  it.each([1, 2, 7, 698])("says of %i classes what sums one by one say", (classes) => {
    const rows = wholeWeights(classes);
    const mean = Float32Array.from({ length: SIZE }, () => random() - 0.5);
    const plain = plainSums(rows, mean);
    for (const [c, sum] of sumsOf(rows, mean).entries()) expect(sum).toBeCloseTo(plain[c] ?? 0, 2);
  });

  it("keeps the largest sums of two classes apart", () => {
    const rows = Int8Array.from({ length: 2 * SIZE }, (_, at) => (at < SIZE ? -127 : 127));
    for (const mean of [new Float32Array(SIZE).fill(3), Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0)]) {
      const [first = 0, second = 0] = sumsOf(rows, mean);
      const [expected = 0] = plainSums(rows.subarray(SIZE), mean);
      expect(first / -expected).toBeCloseTo(1, 4);
      expect(second / expected).toBeCloseTo(1, 4);
    }
  });

  it("says nothing of a mean of nothing", () => {
    expect([...sumsOf(wholeWeights(3), new Float32Array(SIZE))]).toEqual([0, 0, 0]);
  });
});

describe("packWeights", () => {
  it.each([1, 4, 5])("gives the weights of %i classes back", (classes) => {
    const rows = wholeWeights(classes);
    rows.set([-127, 127]);
    expect(unpackWeights(packWeights(rows, classes, SCALE))).toEqual(rows);
  });
});
