import { readFileSync } from "node:fs";
import { hashKey } from "../../../src/reading/analyser/model/hash.ts";
import type { WordVectors } from "../../../src/reading/analyser/model/meaning/train-meaning.ts";
import { stem } from "../../../src/reading/analyser/model/stem.ts";
import { STOP_WORDS } from "../../../src/reading/analyser/model/stop-words.ts";
import { buildKeyTable } from "../../../src/reading/analyser/model/vectors.ts";

/** Frequent words say little (SIF, Arora et al. 2017): a word of rank r weighs HALF_RANK-th at most. */
const HALF_RANK = 1000;

/**
 * Reads what `write_word_vectors.py` wrote. Words of one stem share a row, each by how frequent it is,
 * since the analyser knows sentences by stems.
 */
export function readWordVectors(path: string): WordVectors {
  const bytes = readFileSync(path);
  const headEnd = bytes.indexOf(10);
  const head = JSON.parse(bytes.toString("utf8", 0, headEnd)) as {
    size: number;
    words: number;
    scale: number;
  };
  const tail = bytes.length - head.words * (4 + head.size);
  const words = bytes
    .toString("utf8", headEnd + 1, tail)
    .trimEnd()
    .split("\n");
  const rankOf = (at: number) => bytes.readUInt32LE(tail + 4 * at);
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + tail + 4 * head.words);
  const sums = new Map<number, { sum: Float32Array; share: number; rank: number }>();
  for (const [at, word] of words.entries()) {
    if (STOP_WORDS.has(word)) continue;
    const key = hashKey(stem(word));
    const rank = rankOf(at);
    const known = sums.get(key) ?? { sum: new Float32Array(head.size), share: 0, rank };
    const share = 1 / rank;
    for (let i = 0; i < head.size; i += 1)
      known.sum[i] = (known.sum[i] ?? 0) + share * (vectors[at * head.size + i] ?? 0);
    known.share += share;
    known.rank = Math.min(known.rank, rank);
    sums.set(key, known);
  }
  const sorted = [...sums].sort(([a], [b]) => a - b);
  const keys = Uint32Array.from(sorted, ([key]) => key);
  const rows = new Float32Array(keys.length * head.size);
  for (const [row, [, { sum, share, rank }]] of sorted.entries()) {
    const weight = (head.scale / share) * (rank / (rank + HALF_RANK));
    for (let i = 0; i < head.size; i += 1) rows[row * head.size + i] = (sum[i] ?? 0) * weight;
  }
  return { size: head.size, keys, table: buildKeyTable(keys), rows };
}
