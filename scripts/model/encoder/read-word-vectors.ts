import { readFileSync } from "node:fs";
import { hashKey } from "../../../src/reading/analyser/model/hash.ts";
import { stem } from "../../../src/reading/analyser/model/stem.ts";
import { STOP_WORDS } from "../../../src/reading/analyser/model/stop-words.ts";
import { buildKeyTable, type KeyTable } from "../../../src/reading/analyser/model/vectors.ts";

/** Vectors of single words: `keys.length` rows of `size` numbers, each of length 1. */
export interface WordVectors {
  size: number;
  /** Keys of words' stems, sorted. */
  keys: Uint32Array;
  table: KeyTable;
  rows: Float32Array;
}

/**
 * Reads what `write_word_vectors.py` wrote. Words of one stem share a row, each by how frequent it is,
 * since the analyser knows sentences by stems.
 */
export function readWordVectors(path: string): WordVectors {
  const bytes = readFileSync(path);
  const headEnd = bytes.indexOf(10);
  const { size, words: count } = JSON.parse(bytes.toString("utf8", 0, headEnd)) as Head;
  const tail = bytes.length - count * (4 + size);
  const words = bytes
    .toString("utf8", headEnd + 1, tail)
    .trimEnd()
    .split("\n");
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + tail + 4 * count);
  const sums = new Map<number, Float32Array>();
  for (const [at, word] of words.entries()) {
    if (STOP_WORDS.has(word)) continue;
    const key = hashKey(stem(word));
    const sum = sums.get(key) ?? new Float32Array(size);
    const share = 1 / bytes.readUInt32LE(tail + 4 * at);
    for (let i = 0; i < size; i += 1)
      sum[i] = (sum[i] ?? 0) + share * (vectors[at * size + i] ?? 0);
    sums.set(key, sum);
  }
  const sorted = [...sums].sort(([a], [b]) => a - b);
  const keys = Uint32Array.from(sorted, ([key]) => key);
  const rows = new Float32Array(keys.length * size);
  for (const [row, [, sum]] of sorted.entries()) {
    const length = Math.hypot(...sum) || 1;
    for (let i = 0; i < size; i += 1) rows[row * size + i] = (sum[i] ?? 0) / length;
  }
  return { size, keys, table: buildKeyTable(keys), rows };
}

interface Head {
  size: number;
  words: number;
}
