import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ByteRows,
  toByteRows,
} from "../../../src/reading/analyser/model/encoder/byte-rows.ts";
import type { Encoder, Layer } from "../../../src/reading/analyser/model/encoder/encoder.ts";
import type { WordVectors } from "./read-word-vectors.ts";

/** A table of 8 bits with its unit, or one of floats. */
interface Tensor {
  name: string;
  shape: number[];
  scale: number | null;
}

const FOLDER = join(import.meta.dirname, "nets");

/** Encoders that `train_encoder.py` trained: on all folds, and without each. */
export interface Encoders {
  whole: Encoder;
  without: Encoder[];
}

export function readEncoders(vectors: WordVectors, folds: number): Encoders {
  const read = (name: string) => readNet(join(FOLDER, `${name}.bin`), vectors);
  return {
    whole: read("whole"),
    without: Array.from({ length: folds }, (_, fold) => read(`without-${fold}`)),
  };
}

/** Reads one of them; the vectors of words are carried over into its channels. */
export function readNet(path: string, vectors: WordVectors): Encoder {
  const { rows, floats } = readTensors(path);
  const projection = rows("proj.weight");
  const extra = rows("extra");
  const layer = (at: number): Layer => {
    const name = `blocks.${at}`;
    return {
      near: rows(`${name}.dw.weight`),
      nearBias: floats(`${name}.dw.bias`),
      mix: rows(`${name}.pw.weight`),
      mixBias: floats(`${name}.pw.bias`),
    };
  };
  return {
    keys: vectors.keys,
    table: vectors.table,
    words: project(vectors, projection, extra),
    layers: [layer(0), layer(1)],
    attention: rows("att.weight"),
    attentionBias: floats("att.bias"),
    out: rows("out.weight"),
    bias: floats("out.bias"),
  };
}

/** Vectors of words in the channels of a network, with those of further words behind them. */
function project(vectors: WordVectors, projection: ByteRows, extra: ByteRows): ByteRows {
  const channels = extra.size;
  const words = vectors.keys.length;
  const all = new Float32Array(words * channels + extra.rows.length);
  for (let word = 0; word < words; word += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = 0;
      for (let i = 0; i < vectors.size; i += 1)
        sum +=
          (vectors.rows[word * vectors.size + i] ?? 0) *
          (projection.rows[channel * vectors.size + i] ?? 0);
      all[word * channels + channel] = sum * projection.scale;
    }
  }
  for (let at = 0; at < extra.rows.length; at += 1)
    all[words * channels + at] = (extra.rows[at] ?? 0) * extra.scale;
  return toByteRows(all, channels);
}

/** The file: a line of JSON that lists the tensors, then their numbers, little-endian. */
function readTensors(path: string) {
  const bytes = readFileSync(path);
  const headEnd = bytes.indexOf(10);
  const tensors = JSON.parse(bytes.toString("utf8", 0, headEnd)) as Tensor[];
  const found = new Map<string, { tensor: Tensor; data: Uint8Array }>();
  let at = headEnd + 1;
  for (const tensor of tensors) {
    const count = tensor.shape.reduce((product, size) => product * size, 1);
    const end = at + count * (tensor.scale === null ? 4 : 1);
    found.set(tensor.name, { tensor, data: Uint8Array.from(bytes.subarray(at, end)) });
    at = end;
  }
  const find = (name: string) => {
    const one = found.get(name);
    if (one === undefined) throw new Error(`${path} has no ${name}.`);
    return one;
  };
  return {
    rows: (name: string): ByteRows => {
      const { tensor, data } = find(name);
      const size = tensor.shape.at(-1) ?? 1;
      return { size, rows: new Int8Array(data.buffer), scale: tensor.scale ?? 1 };
    },
    floats: (name: string) => new Float32Array(find(name).data.buffer),
  };
}
