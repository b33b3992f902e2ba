import { KERNEL } from "./kernel-module.ts";

/** Multiplies matrices in separate memory, which the caller fills through views. */
export interface Kernel {
  memory: ArrayBuffer;
  /**
   * Writes the product of each vector with each row of a matrix. Sums are exact.
   * @param vectors address of `count` vectors of `size` 16-bit integers
   * @param size a multiple of 8, at most 512, so that sums fit into 32 bits
   * @param matrix address of `rows` rows of `size` 8-bit integers
   * @param out address of `count * rows` 32-bit sums
   */
  multiply: (
    vectors: number,
    count: number,
    matrix: number,
    size: number,
    rows: number,
    out: number,
  ) => void;
}

const PAGE = 65_536;

/** Compiled at startup. Workers cannot compile WebAssembly later, and some platforms never allow it. */
const compiled = ((): WebAssembly.Module | null => {
  try {
    const bytes = Uint8Array.from(atob(KERNEL), (char) => char.charCodeAt(0));
    // The Workers types lack the constructor, but it works during a Worker's startup.
    return Reflect.construct(WebAssembly.Module, [bytes]) as WebAssembly.Module;
  } catch {
    return null;
  }
})();

/** Creates a kernel with at least this many bytes of memory. Falls back to JavaScript with the same results. */
export function createKernel(bytes: number): Kernel {
  if (compiled === null) return createScriptKernel(bytes);
  const { memory, multiply } = new WebAssembly.Instance(compiled).exports as unknown as {
    memory: WebAssembly.Memory;
    multiply: Kernel["multiply"];
  };
  memory.grow(Math.ceil(bytes / PAGE));
  return { memory: memory.buffer, multiply };
}

/** Creates the JavaScript fallback, about five times slower. */
export function createScriptKernel(bytes: number): Kernel {
  const memory = new ArrayBuffer(bytes);
  const [bytesAt, shortsAt, sumsAt] = [
    new Int8Array(memory),
    new Int16Array(memory, 0, bytes >> 1),
    new Int32Array(memory, 0, bytes >> 2),
  ];
  return {
    memory,
    multiply: (vectors, count, matrix, size, rows, out) => {
      for (let at = 0; at < count * rows; at += 1) {
        const vector = (vectors >> 1) + Math.floor(at / rows) * size;
        const row = matrix + (at % rows) * size;
        let sum = 0;
        for (let i = 0; i < size; i += 1)
          sum += (shortsAt[vector + i] ?? 0) * (bytesAt[row + i] ?? 0);
        sumsAt[(out >> 2) + at] = sum;
      }
    },
  };
}
