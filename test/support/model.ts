import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import { type ByteRows, toByteRows } from "../../src/reading/analyser/model/encoder/byte-rows.ts";
import { type Encoder, REACH } from "../../src/reading/analyser/model/encoder/encoder.ts";
import { EXTRA_WORDS } from "../../src/reading/analyser/model/encoder/word-ids.ts";
import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import { seededRandom } from "../../src/reading/analyser/model/seeded-random.ts";
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

const CHANNELS = 8;
const HEADS = 2;

/** An encoder of random weights that knows these words. */
export function encoderOf(words: readonly string[], classes: number, seed = 3): Encoder {
  const random = seededRandom(seed);
  const numbers = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);
  const rows = (count: number, size: number): ByteRows => toByteRows(numbers(count * size), size);
  const keys = Uint32Array.from(words, (word) => hashKey(stem(word))).sort();
  const layer = () => ({
    near: rows(CHANNELS, REACH),
    nearBias: numbers(CHANNELS),
    mix: rows(CHANNELS, CHANNELS),
    mixBias: numbers(CHANNELS),
  });
  return {
    keys,
    table: buildKeyTable(keys),
    words: rows(keys.length + EXTRA_WORDS.length, CHANNELS),
    layers: [layer(), layer()],
    attention: rows(HEADS, CHANNELS),
    attentionBias: numbers(HEADS),
    out: rows(classes, CHANNELS * (HEADS + 1)),
    bias: numbers(classes),
  };
}
