import { describe, expect, it } from "vitest";
import { chunkReport } from "../../../../src/reading/providers/language-model/chunk-report.ts";
import { estimateTokens } from "../../../../src/reading/providers/language-model/count-tokens.ts";
import type { ModelBinding } from "../../../../src/reading/providers/language-model/open-model.ts";
import {
  INSTRUCTION_TOKENS,
  planCalls,
} from "../../../../src/reading/providers/language-model/plan-calls.ts";
import { writePrompt } from "../../../../src/reading/providers/language-model/prompt.ts";
import { requireRead } from "../../../../src/reading/providers/language-model/require-read.ts";
import { smallRelease } from "../../../support/small-release.ts";

const bind = (kind: ModelBinding["kind"]): ModelBinding => ({
  kind,
  prefix: "PROVIDER_C",
  model: "small",
  baseUrl: "http://runtime.unit.dev",
  apiKey: undefined,
  timeoutMs: 1_000,
  chunkChars: 48_000,
});
const COMPATIBLE = bind("openai_compatible");

describe("a plan", () => {
  it.each([4_096, 8_192, 32_768, 131_072])("divides %i tokens", (limit) => {
    const { chunkTokens, answerTokens, maxSuspected, repairChars } = planCalls(limit, COMPATIBLE);
    // Room for the overlap and the longest sentence of a chunk.
    expect(chunkTokens).toBeGreaterThan(1_200);
    expect(answerTokens).toBeGreaterThanOrEqual(1_024);
    const others = answerTokens + maxSuspected * 12 + repairChars / 3;
    expect(chunkTokens + others).toBeLessThan(limit);
  });

  it("refuses a context that is too small, with what to do", () => {
    expect(() => planCalls(2_048, bind("ollama"))).toThrow(
      "The model reads 2048 tokens per call, and an analysis needs at least 4096. Raise PROVIDER_C_CONTEXT_TOKENS, which is sent as num_ctx, or choose a model with a larger context (PROVIDER_C_MODEL).",
    );
  });
});

it("the instructions fit the room that a plan leaves for them", () => {
  const part = { number: 1, of: 1 };
  const input = { release: smallRelease(), suspected: [], text: "", part, fence: "0".repeat(32) };
  const { system, prompt } = writePrompt(input);
  expect(estimateTokens(system + prompt)).toBeLessThan(INSTRUCTION_TOKENS);
});

describe("chunks of a limit in tokens", () => {
  const sentence = (at: number) =>
    at % 3 === 0
      ? `They used 198.51.100.${at % 250} and 3f786850e387550fdab836ed7e6dc881de23${at}.`
      : `The operators of campaign ${at} moved to the file server and packed its folders.`;
  const text = Array.from({ length: 400 }, (_, at) => sentence(at)).join(" ");
  const block = { kind: "paragraph", start: 0, end: text.length, source: "format" } as const;
  const chunks = chunkReport({ text, blocks: [block] }, 48_000, 1_500);

  it("are the whole text", () => {
    expect(chunks[0]?.start).toBe(0);
    expect(chunks.at(-1)?.end).toBe(text.length);
    chunks.slice(1).forEach(({ start }, at) => {
      expect(start).toBeLessThanOrEqual(chunks[at]?.end ?? -1);
    });
  });

  it("fit it, and use it", () => {
    const costs = chunks.map(({ start, end }) => estimateTokens(text.slice(start, end)));
    expect(Math.max(...costs)).toBeLessThanOrEqual(1_500);
    expect(Math.min(...costs.slice(0, -1))).toBeGreaterThan(1_300);
  });
});

describe("a prompt", () => {
  const prompt = "The operators moved to the file server. ".repeat(500);
  const check =
    (read: number | undefined, limit: number | null = null) =>
    () =>
      requireRead(prompt, read, limit, COMPATIBLE);

  it("that was read is accepted, and so is one of a runtime that counts nothing", () => {
    for (const read of [4_000, undefined, 0]) expect(check(read)).not.toThrow();
  });

  it("of which less was read than any tokenizer makes of it is a fault", () => {
    expect(check(2_047)).toThrow(/read only 2047 tokens of a prompt that has at least 2333 tokens/);
  });

  it("that fills the context to the last token is a fault", () => {
    expect(check(4_095, 4_096)).toThrow(/filled its context of 4096 tokens/);
    expect(check(4_000, 4_096)).not.toThrow();
  });
});
