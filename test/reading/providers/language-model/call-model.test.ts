import { z } from "zod";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { callModel } from "../../../../src/reading/providers/language-model/call-model.ts";
import type { LanguageModelKind } from "../../../../src/reading/providers/language-model/open-model.ts";
import { memoryOf } from "../../../../src/reading/providers/language-model/slot-memory.ts";

const usage = {
  inputTokens: { total: 7, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: undefined, reasoning: undefined },
};
const finish = (
  unified: "stop" | "length" | "other" | "interrupted",
): LanguageModelV4StreamPart => ({
  type: "finish",
  finishReason: { unified, raw: undefined },
  usage,
});
/** A model that thinks, then writes in two blocks. */
const WRITTEN: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-delta", id: "r", delta: "Let me think." },
  { type: "text-delta", id: "0", delta: "no " },
  { type: "text-delta", id: "1", delta: "JSON" },
];

function ask(
  parts: LanguageModelV4StreamPart[],
  onText: ((text: string) => void) | null,
  kind: LanguageModelKind = "openai",
  asked: LanguageModelV4CallOptions[] = [],
) {
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: async (options) => {
      asked.push(options);
      return {
        content: parts.flatMap((part) => {
          if (part.type === "reasoning-delta") return { type: "reasoning", text: part.delta };
          return part.type === "text-delta" ? { type: "text", text: part.delta } : [];
        }),
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
    doStream: async () => ({
      stream: new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
    }),
  };
  const binding = {
    kind,
    prefix: "PROVIDER_B",
    model: "test",
    baseUrl: undefined,
    apiKey: undefined,
    timeoutMs: 60_000,
    chunkChars: 1_000,
  };
  return callModel({
    open: () => model,
    memory: memoryOf({}, "PROVIDER_B"),
    binding,
    system: "Answer in JSON.",
    prompt: "A report.",
    readsSystem: true,
    schema: z.object({}),
    maxOutputTokens: 100,
    onText,
    signal: new AbortController().signal,
    sleep: async () => undefined,
  });
}

describe("an answer that is not JSON", () => {
  it("is returned as the model wrote it, without its reasoning", async () => {
    expect(await ask(WRITTEN, null)).toEqual({
      text: "no JSON",
      isFull: false,
      read: 7,
      written: 3,
    });
  });

  it("is passed on piece by piece", async () => {
    const pieces: string[] = [];
    const reply = await ask([...WRITTEN, finish("length")], (piece) => pieces.push(piece));
    expect(reply).toEqual({ text: "no JSON", isFull: true, read: 7, written: 3 });
    expect(pieces).toEqual(["no ", "JSON"]);
  });
});

it.each([
  ["openai_compatible", 0],
  ["ollama", 0],
  ["openai", undefined],
  ["anthropic", undefined],
  ["google", undefined],
] as const)("a call of the kind %s has the temperature %s", async (kind, temperature) => {
  const asked: LanguageModelV4CallOptions[] = [];
  await ask(WRITTEN, null, kind, asked);
  expect(asked.map((options) => options.temperature)).toEqual([temperature]);
});

describe("a stream", () => {
  it.each([
    ["without an end", []],
    ["whose end has no reason", [finish("other")]],
    ["that was interrupted", [finish("interrupted")]],
    ["with an error", [{ type: "error" as const, error: "overloaded" }, finish("stop")]],
  ])("%s is a fault", async (_, end) => {
    await expect(ask([...WRITTEN, ...end], () => undefined)).rejects.toMatchObject({
      code: "provider_error",
      message: expect.stringMatching(/broke off/),
    });
  });
});
