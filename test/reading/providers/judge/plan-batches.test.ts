import { describe, expect, it } from "vitest";
import { shippedRelease } from "../../../../scripts/model/shipped.ts";
import type { Definition } from "../../../../src/reading/providers/judge/judge-prompt.ts";
import { writeJudgePrompt } from "../../../../src/reading/providers/judge/judge-prompt.ts";
import { planBatches } from "../../../../src/reading/providers/judge/plan-batches.ts";
import type { Pair } from "../../../../src/reading/providers/judge/propose-pairs.ts";
import { estimateTokens } from "../../../../src/reading/providers/language-model/count-tokens.ts";
import type { ModelBinding } from "../../../../src/reading/providers/language-model/open-model.ts";

const release = shippedRelease();
const binding: ModelBinding = {
  kind: "openai_compatible",
  prefix: "PROVIDER_B",
  model: "small",
  apiKey: undefined,
  baseUrl: "http://runtime.unit.dev/v1",
  timeoutMs: 20_000,
  chunkChars: 48_000,
};
const ids = [...release.techniques.keys()].slice(0, 6);
const definitions = new Map<string, Definition>(
  ids.map((id) => [
    id,
    {
      attack_id: id,
      name: "A name",
      gist: "Adversaries may do it. ".repeat(10),
      neighbours: ["T1"],
    },
  ]),
);

/** As many passages, each asked about as many techniques. */
function pairsOf(passages: number, each: number, words = 20): Pair[] {
  return Array.from({ length: passages }, (_, at) => {
    const text = `Sentence ${at} ${"says something ".repeat(words)}`.trim();
    const passage = {
      text,
      before: "Before.",
      after: "After.",
      start: at * 1_000,
      end: at * 1_000 + text.length,
    };
    return ids.slice(0, each).map((attack_id) => ({ passage, place: passage, attack_id }));
  }).flat();
}

const plan = (pairs: Pair[], limit: number | null) =>
  planBatches(pairs, definitions, release, limit, binding);

describe("the calls of a judgement", () => {
  it.each([2_048, 4_096, 8_192])("fit a context of %d tokens, with their answers", (limit) => {
    const batches = plan(pairsOf(30, 3), limit);
    for (const { pairs, inputTokens, maxOutputTokens } of batches) {
      const { system, prompt } = writeJudgePrompt(pairs, definitions, release, "f".repeat(32));
      expect(estimateTokens(`${system}\n${prompt}`)).toBeLessThanOrEqual(inputTokens);
      expect(inputTokens + maxOutputTokens).toBeLessThanOrEqual(limit);
    }
    expect(batches.flatMap(({ pairs }) => pairs)).toEqual(pairsOf(30, 3));
  });

  it("are few where the context is large or unknown, though none asks about more than 16 pairs", () => {
    for (const limit of [null, 128_000]) {
      const sizes = plan(pairsOf(10, 4), limit).map(({ pairs }) => pairs.length);
      expect(sizes).toEqual([16, 16, 8]);
    }
  });

  it("are none for no pairs", () => {
    expect(plan([], 4_096)).toEqual([]);
  });

  it("cannot be made for a context that has no room for a passage", () => {
    expect(() => plan(pairsOf(1, 1), 700)).toThrow(
      "The model reads 700 tokens per call, too few to judge a passage. Raise the context of the runtime",
    );
  });
});
