import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kernelModule } from "../../../../../scripts/build-kernel.ts";
import {
  createKernel,
  createScriptKernel,
  type Kernel,
} from "../../../../../src/reading/analyser/model/encoder/kernel.ts";
import { createProducts } from "../../../../../src/reading/analyser/model/encoder/products.ts";
import { seededRandom } from "../../../../../src/reading/analyser/model/seeded-random.ts";

const FOLDER = "src/reading/analyser/model/encoder";
const random = seededRandom(3);
const matrixOf = (rows: number, size: number) => ({
  size,
  rows: Int8Array.from({ length: rows * size }, () => Math.round((random() - 0.5) * 254)),
  scale: 0.25,
});
const vectorsOf = (length: number) => Float32Array.from({ length }, () => random() - 0.5);

describe("the kernel", () => {
  it("is what its source compiles to", async () => {
    const wat = readFileSync(`${FOLDER}/kernel.wat`, "utf8");
    expect(readFileSync(`${FOLDER}/kernel-module.ts`, "utf8")).toBe(await kernelModule(wat));
  });

  it("gives to the bit what the script gives, at the bounds of its numbers too", () => {
    const sums = [createKernel, createScriptKernel].map((open) => {
      const { memory, multiply }: Kernel = open(65_536);
      new Int8Array(memory, 0, 1024).fill(-127);
      new Int16Array(memory, 1024, 1024).fill(32_767);
      multiply(1024, 2, 0, 512, 2, 8192);
      return [...new Int32Array(memory, 8192, 4)];
    });
    expect(sums[0]).toEqual(Array.from({ length: 4 }, () => 512 * -127 * 32_767));
    expect(sums[1]).toEqual(sums[0]);
  });
});

describe("products", () => {
  const matrices = [matrixOf(3, 8), matrixOf(698, 480)];
  it.each([
    ["SIMD", createKernel],
    ["a script", createScriptKernel],
  ])("by %s are what sums one by one are", (_, open) => {
    const products = createProducts(matrices, 4, open);
    for (const [at, { rows, size, scale }] of matrices.entries()) {
      const count = rows.length / size;
      const vectors = vectorsOf(3 * size);
      const out = new Float32Array(3 * count);
      products[at]?.(vectors, 3, out);
      for (let k = 0; k < out.length; k += 1) {
        const [vector, row] = [Math.floor(k / count) * size, (k % count) * size];
        let sum = 0;
        for (let i = 0; i < size; i += 1)
          sum += (vectors[vector + i] ?? 0) * (rows[row + i] ?? 0) * scale;
        expect(Math.abs((out[k] ?? 0) - sum)).toBeLessThan(0.05);
      }
    }
  });

  it("of a vector of 0 are 0", () => {
    const out = new Float32Array(3).fill(1);
    createProducts(matrices, 1)[0]?.(new Float32Array(8), 1, out);
    expect([...out]).toEqual([0, 0, 0]);
  });
});
