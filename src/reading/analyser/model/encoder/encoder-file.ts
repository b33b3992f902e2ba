import type { ByteReader } from "../byte-reader.ts";
import type { ByteWriter } from "../byte-writer.ts";
import { buildKeyTable } from "../vectors.ts";
import type { ByteRows } from "./byte-rows.ts";
import { type Encoder, type Layer, REACH } from "./encoder.ts";
import { EXTRA_WORDS } from "./word-ids.ts";

/** Encoder fields in a model's header. */
export interface EncoderHeader {
  channels: number;
  words: number;
  heads: number;
  /** Units of the two tables in each layer. */
  layers: { near: number; mix: number }[];
  scales: { words: number; attention: number; out: number };
}

/** Returns the header for an encoder. */
export function describeEncoder(encoder: Encoder): EncoderHeader {
  const { words, keys, attention, attentionBias, layers, out } = encoder;
  return {
    channels: words.size,
    words: keys.length,
    heads: attentionBias.length,
    layers: layers.map(({ near, mix }) => ({ near: near.scale, mix: mix.scale })),
    scales: { words: words.scale, attention: attention.scale, out: out.scale },
  };
}

/** Writes keys, tables and biases in the order of `readEncoder`. */
export function writeEncoder(writer: ByteWriter, encoder: Encoder): void {
  const { keys, words, layers, attention, attentionBias, out, bias } = encoder;
  const write = (rows: Int8Array) =>
    writer.bytes(new Uint8Array(rows.buffer, rows.byteOffset, rows.length));
  writer.words(keys);
  write(words.rows);
  for (const { near, nearBias, mix, mixBias } of layers) {
    write(near.rows);
    writer.floats(nearBias);
    write(mix.rows);
    writer.floats(mixBias);
  }
  write(attention.rows);
  writer.floats(attentionBias);
  write(out.rows);
  writer.floats(bias);
}

/** @param classes number of classes, including "no technique" */
export function readEncoder(reader: ByteReader, header: EncoderHeader, classes: number): Encoder {
  const { channels, heads, scales } = header;
  const rows = (count: number) => new Int8Array(reader.bytes(count).buffer);
  const read = (count: number, size: number, scale: number): ByteRows => ({
    size,
    rows: rows(count * size),
    scale,
  });
  const keys = reader.words(header.words);
  const words = read(header.words + EXTRA_WORDS.length, channels, scales.words);
  const layers = header.layers.map(({ near, mix }): Layer => ({
    near: read(channels, REACH, near),
    nearBias: reader.floats(channels),
    mix: read(channels, channels, mix),
    mixBias: reader.floats(channels),
  }));
  return {
    keys,
    table: buildKeyTable(keys),
    words,
    layers,
    attention: read(heads, channels, scales.attention),
    attentionBias: reader.floats(heads),
    out: read(classes, (heads + 1) * channels, scales.out),
    bias: reader.floats(classes),
  };
}
