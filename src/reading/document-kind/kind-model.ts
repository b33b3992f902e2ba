import { createByteReader } from "../analyser/model/byte-reader.ts";
import { createByteWriter } from "../analyser/model/byte-writer.ts";
import type { Features } from "../analyser/model/features.ts";
import { readHeader, writeHeader } from "../analyser/model/file-header.ts";
import { toProbabilities } from "../analyser/model/to-probabilities.ts";
import { buildKeyTable, findKey, type KeyTable } from "../analyser/model/vectors.ts";
import { DOCUMENT_KINDS } from "./schema.ts";

/** Weights by feature and kind (`features * kinds`, row by row), in units of `scale`. */
export interface KindModel {
  keys: Uint32Array;
  table: KeyTable;
  weights: Int8Array;
  scale: number;
}

const MAGIC = "TCKIND1\n";
const KINDS = DOCUMENT_KINDS.length;

/** Encodes a model. The same model gives the same bytes. */
export function encodeKindModel({ keys, weights, scale }: Omit<KindModel, "table">): Uint8Array {
  const writer = createByteWriter();
  writeHeader(writer, MAGIC, { kinds: DOCUMENT_KINDS, features: keys.length });
  writer.floats(Float32Array.of(scale));
  writer.words(keys);
  writer.bytes(new Uint8Array(weights.buffer, weights.byteOffset, weights.length));
  return writer.finish();
}

/** @throws Error if the file is not a model in this format */
export function decodeKindModel(bytes: Uint8Array): KindModel {
  const reader = createByteReader(bytes);
  const { features } = readHeader(reader, MAGIC) as { features: number };
  const scale = reader.floats(1)[0] ?? 0;
  const keys = reader.words(features);
  const weights = new Int8Array(reader.bytes(features * KINDS).buffer);
  return { keys, table: buildKeyTable(keys), weights, scale };
}

/**
 * Returns the probability of each kind, in the order of `DOCUMENT_KINDS`.
 * @param note receives the contribution of each known feature to each kind
 */
export function scoreChunk(
  { keys }: Pick<Features, "keys">,
  model: KindModel,
  note?: (feature: number, added: readonly number[]) => void,
): Float64Array {
  const known: (readonly [feature: number, index: number])[] = [];
  for (const [feature, key] of keys.entries()) {
    const index = findKey(model.table, key);
    if (index >= 0) known.push([feature, index]);
  }
  const scores = new Float64Array(KINDS);
  const factor = model.scale / Math.sqrt(Math.max(1, known.length));
  for (const [feature, index] of known) {
    const added = Array.from(
      { length: KINDS },
      (_, kind) => (model.weights[index * KINDS + kind] ?? 0) * factor,
    );
    for (const [kind, value] of added.entries()) scores[kind] = (scores[kind] ?? 0) + value;
    note?.(feature, added);
  }
  toProbabilities(scores);
  return scores;
}
