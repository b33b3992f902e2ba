import { describe, expect, it } from "vitest";
import { createByteReader } from "../../../../../src/reading/analyser/model/byte-reader.ts";
import { createByteWriter } from "../../../../../src/reading/analyser/model/byte-writer.ts";
import { toNumbers } from "../../../../../src/reading/analyser/model/encoder/byte-rows.ts";
import {
  createEncode,
  type Encoder,
  REACH,
} from "../../../../../src/reading/analyser/model/encoder/encoder.ts";
import {
  describeEncoder,
  readEncoder,
  writeEncoder,
} from "../../../../../src/reading/analyser/model/encoder/encoder-file.ts";
import {
  EXTRA_WORDS,
  MAX_WORDS,
  wordIds,
} from "../../../../../src/reading/analyser/model/encoder/word-ids.ts";
import { buildNameMask } from "../../../../../src/reading/analyser/model/name-mask.ts";
import { encoderOf } from "../../../../support/model.ts";

const CLASSES = 5;
const WORDS = ["ransomware", "encrypt", "file", "traffic"];
const encoder = encoderOf(WORDS, CLASSES);
const mask = buildNameMask(["MUDLARK", "Quiet Heron"]);
const read = (text: string) => {
  const logits = new Float64Array(CLASSES);
  createEncode(encoder)(wordIds(text, mask, encoder.table), logits);
  return [...logits];
};

/** The same as a formula says it, without rounding: a vector for each word through all layers. */
function slowly({ words, layers, attention, attentionBias, out, bias }: Encoder, ids: number[]) {
  const size = words.size;
  const table = toNumbers(words);
  const channels = Array.from({ length: size }, (_, i) => i);
  let state = ids.map((id) => channels.map((i) => table[id * size + i] ?? 0));
  for (const { near, nearBias, mix, mixBias } of layers) {
    const [nearby, mixing] = [toNumbers(near), toNumbers(mix)];
    const taken = state.map((_, t) =>
      channels.map((i) =>
        Array.from({ length: REACH }, (_place, place) => place).reduce(
          (sum, place) => sum + (state[t + place - 2]?.[i] ?? 0) * (nearby[i * REACH + place] ?? 0),
          nearBias[i] ?? 0,
        ),
      ),
    );
    state = state.map((own, t) =>
      channels.map((i) => {
        const mixed = channels.reduce(
          (sum, j) => sum + (taken[t]?.[j] ?? 0) * (mixing[i * size + j] ?? 0),
          mixBias[i] ?? 0,
        );
        return (own[i] ?? 0) + Math.max(0, mixed);
      }),
    );
  }
  const heads = toNumbers(attention);
  const pooled = [...attentionBias].flatMap((added, head) => {
    const scores = state.map((own) =>
      Math.exp(channels.reduce((s, i) => s + (own[i] ?? 0) * (heads[head * size + i] ?? 0), added)),
    );
    const all = scores.reduce((sum, score) => sum + score, 0);
    return channels.map((i) =>
      state.reduce((sum, own, t) => sum + ((own[i] ?? 0) * (scores[t] ?? 0)) / all, 0),
    );
  });
  pooled.push(...channels.map((i) => Math.max(...state.map((own) => own[i] ?? 0))));
  const weights = toNumbers(out);
  return [...bias].map((added, c) =>
    pooled.reduce((sum, value, j) => sum + value * (weights[c * pooled.length + j] ?? 0), added),
  );
}

describe("the encoder", () => {
  it("computes what the layers say", () => {
    const ids = wordIds("MUDLARK encrypts the files of a server", mask, encoder.table);
    const logits = new Float64Array(CLASSES);
    createEncode(encoder)(ids, logits);
    for (const [c, logit] of slowly(encoder, ids).entries())
      expect(logits[c]).toBeCloseTo(logit, 3);
  });

  it("tells the same words in another order apart", () => {
    expect(read("ransomware encrypts traffic")).not.toEqual(read("traffic encrypts ransomware"));
  });

  it("says the same again, whatever it read in between", () => {
    const first = read("ransomware encrypts files");
    read("traffic of the files, which the ransomware encrypts again and again");
    expect(read("ransomware encrypts files")).toEqual(first);
  });

  it("reads a long sentence to its end", () => {
    const filler = "the one of ".repeat(40);
    const tail = "ransomware encrypts files";
    const [, ...alone] = read(tail);
    const [, ...long] = read(`${filler}${"a ".repeat(8)}${tail}`);
    for (const [c, logit] of long.entries()) expect(logit).toBeGreaterThanOrEqual(alone[c] ?? 0);
  });

  it("says nothing of no words", () => {
    expect(read(" \u2026 ")).toEqual(Array.from({ length: CLASSES }, () => 0));
  });

  it("survives the round trip, and refuses what is cut short", () => {
    const writer = createByteWriter();
    writeEncoder(writer, encoder);
    const bytes = writer.finish();
    const header = describeEncoder(encoder);
    expect(readEncoder(createByteReader(bytes), header, CLASSES)).toEqual(encoder);
    expect(() => readEncoder(createByteReader(bytes.slice(0, -1)), header, CLASSES)).toThrow(
      "too early",
    );
  });
});

describe("the words of a sentence", () => {
  const extra = (word: string) => encoder.table.keys.length + EXTRA_WORDS.indexOf(word);
  const ids = (text: string) => wordIds(text, mask, encoder.table);

  it("keep function words and their order", () => {
    expect(ids("the files were not encrypted")).toEqual([
      extra("the"),
      ...ids("file"),
      extra("were"),
      extra("not"),
      ...ids("encrypt"),
    ]);
  });

  it("have one number for any name, and one for any word that is not known", () => {
    expect(ids("MUDLARK")).toEqual(ids("Quiet Heron"));
    expect(ids("zebra")).toEqual(ids("гроза"));
    expect(ids("zebra")).toEqual([extra("\u2021unknown")]);
    expect(ids("10.2.3.4")).toEqual([extra("\u2021ip")]);
  });

  it("are cut where a sentence is longer than any", () => {
    expect(ids("file ".repeat(1000))).toHaveLength(MAX_WORDS);
  });
});
