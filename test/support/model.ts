import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import type { WordVectors } from "../../src/reading/analyser/model/meaning/train-meaning.ts";
import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import { stem } from "../../src/reading/analyser/model/stem.ts";
import { buildKeyTable } from "../../src/reading/analyser/model/vectors.ts";

const NONE = new Uint32Array(0);

/** Knows no forms: each sentence is as likely an act as not. */
export const NO_ACTS: ActModel = {
  keys: NONE,
  table: buildKeyTable(NONE),
  weights: new Int8Array(0),
  scale: 1,
  bias: 0,
};

const SIZE = 4;

/** Words that mean the same have the same vector: one of the axes, by the place of their list. */
export function vectorsOf(meanings: readonly (readonly string[])[]): WordVectors {
  const axisOf = new Map(
    meanings.flatMap((words, axis) => words.map((word) => [hashKey(stem(word)), axis] as const)),
  );
  const keys = Uint32Array.from(axisOf.keys()).sort();
  const rows = new Float32Array(keys.length * SIZE);
  for (const [row, key] of keys.entries()) rows[row * SIZE + (axisOf.get(key) ?? 0)] = 1;
  return { size: SIZE, keys, table: buildKeyTable(keys), rows };
}
