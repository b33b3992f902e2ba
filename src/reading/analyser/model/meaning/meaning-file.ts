import type { ByteReader } from "../byte-reader.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { buildKeyTable } from "../vectors.ts";
import { packWeights, unpackWeights } from "./class-weights.ts";
import type { ByteRows, Meaning } from "./meaning.ts";

/** What the header of a model says of its meaning model. */
export interface MeaningHeader {
  size: number;
  words: number;
  /** Units of the rows of words, weights and centroids. */
  scales: [number, number, number];
}

/** The header for a meaning model. */
export function describeMeaning({ keys, words, weights, centroids }: Meaning): MeaningHeader {
  return {
    size: words.size,
    words: keys.length,
    scales: [words.scale, weights.scale, centroids.scale],
  };
}

/** Writes keys, rows and biases in the order that they are read in. */
export function writeMeaning(writer: ByteWriter, meaning: Meaning): void {
  writer.words(meaning.keys);
  const weights = unpackWeights(meaning.weights);
  for (const rows of [meaning.words.rows, weights, meaning.centroids.rows]) {
    writer.bytes(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
  }
  writer.floats(meaning.bias);
}

/** @param classes how many classes the model has, "no technique" among them */
export function readMeaning(
  reader: ByteReader,
  { size, words, scales }: MeaningHeader,
  classes: number,
): Meaning {
  const keys = reader.words(words);
  const rows = (count: number) => new Int8Array(reader.bytes(count * size).buffer);
  const read = (count: number, scale: number): ByteRows => ({ size, rows: rows(count), scale });
  return {
    keys,
    table: buildKeyTable(keys),
    words: read(words, scales[0]),
    weights: packWeights(rows(classes), classes, scales[1]),
    centroids: read(classes, scales[2]),
    bias: reader.floats(classes),
  };
}
