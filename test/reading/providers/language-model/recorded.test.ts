import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ModelSlot } from "../../../../src/reading/providers/language-model/model-slot.ts";
import type { ModelBinding } from "../../../../src/reading/providers/language-model/open-model.ts";
import { parseJson } from "../../../../src/reading/providers/language-model/parse-answer.ts";
import { readRecording, replay, type Replay } from "../../../support/recorded.ts";

const schema = z.object({ vendor: z.string(), total: z.number(), currency: z.string() });
const INVOICE = { vendor: "Acme Inc.", total: 12.5, currency: "USD" };
const PROMPT = "Invoice from Acme Ltd. Total due: 12.50 EUR.";
const CHAT = "/v1/chat/completions";
const OLLAMA = { kind: "ollama", model: "smollm2-135m" } as const;

/** Asks a question of a replayed runtime, as an analysis does. */
async function ask(
  { network }: Replay,
  change: Partial<ModelBinding> = {},
  question: { prompt?: string; stream?: boolean; isFree?: boolean } = {},
) {
  const binding: ModelBinding = {
    kind: "openai_compatible",
    prefix: "PROVIDER_B",
    model: "local",
    apiKey: undefined,
    baseUrl: `http://runtime.unit.dev${change.kind === "ollama" ? "" : "/v1"}`,
    timeoutMs: 60_000,
    chunkChars: 48_000,
    ...change,
  };
  const tallied: [name: string, subject: string, counts: Readonly<Record<string, number>>][] = [];
  const deps = {
    network: { public: network, operator: network },
    sleep: async () => undefined,
    log: () => undefined,
    tallies: { add: async (...added: (typeof tallied)[number]) => void tallied.push(added) },
  };
  const { signal } = new AbortController();
  const { prompt = PROMPT, stream = false, isFree = false } = question;
  const asked = await ModelSlot.use(deps, binding, signal, async (slot) => {
    const answer = await slot.ask<unknown>({
      system: "Extract the invoice fields as JSON.",
      prompt,
      schema,
      read: (text) => {
        if (isFree) return { answer: text };
        const parsed = parseJson(text, schema);
        return "value" in parsed ? { answer: parsed.value } : parsed;
      },
      maxOutputTokens: 120,
      repairChars: 200,
      signal,
      onText: stream ? () => undefined : null,
    });
    const { limit, concurrency } = slot;
    return { answer, limit, concurrency, usage: slot.usage() };
  });
  // Whatever was spent is counted once, under the name of the slot.
  const { input_tokens: input, output_tokens: output } = asked.usage;
  expect(tallied).toEqual([["tokens", "provider_b", { input: input ?? 0, output: output ?? 0 }]]);
  return asked;
}

/** The user's text of a recorded request. */
function promptOf(name: string): string {
  const messages = readRecording(name).request.body?.["messages"] as { content: string }[];
  return messages.at(-1)?.content ?? "";
}

const REMEDY =
  "Raise the context of the runtime (Ollama: num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len), or set PROVIDER_B_CONTEXT_TOKENS to what it has.";
const SHARED =
  "The prompt exceeds the context of the provider, or what other calls leave of it (llama.cpp shares it among calls unless started with --parallel 1).";

describe("llama-server", () => {
  const known = ["llama-models", "llama-props"];

  it.each([false, true])(
    "answers by the schema, one call at a time (streamed: %s)",
    async (stream) => {
      const runtime = replay(...known, stream ? "llama-schema-stream" : "llama-schema");
      expect(await ask(runtime, {}, { stream })).toMatchObject({
        answer: INVOICE,
        limit: 4096,
        concurrency: 1,
        usage: { calls: 1, input_tokens: 39, output_tokens: 34 },
      });
      expect(runtime.askedOf(CHAT)).toMatchObject([{ temperature: 0 }]);
    },
  );

  it("is recognised where the settings name its context, too", async () => {
    const runtime = replay(...known, "llama-schema");
    const found = await ask(runtime, { contextTokens: 2048 });
    expect(found).toMatchObject({ limit: 2048, concurrency: 1 });
  });

  it("is asked about itself again once it has loaded its model", async () => {
    const loading = replay("llama-models", "llama-props-loading", "llama-props", "llama-schema");
    expect(await ask(loading)).toMatchObject({ limit: null });
    expect(await ask(loading)).toMatchObject({ limit: 4096, concurrency: 1 });
  });

  it("answers as the model that it has, whatever the request names", async () => {
    const runtime = replay(...known, "llama-unknown-model", "llama-schema");
    // Cut at 8 tokens, so it is asked again.
    expect(await ask(runtime)).toMatchObject({ answer: INVOICE, usage: { output_tokens: 42 } });
  });

  it("is asked for JSON without a schema once it refused one", async () => {
    const runtime = replay(...known, "llama-refused-schema", "llama-json");
    const { answer } = await ask(runtime, {}, { isFree: true });
    expect(answer).toMatch(/^{\n/);
    const types = runtime
      .askedOf(CHAT)
      .map(({ response_format: format }) => (format as { type: string }).type);
    expect(types).toEqual(["json_schema", "json_object"]);
  });

  it.each([
    [
      "a prompt",
      "llama-exceeds-400",
      false,
      "The provider refused a prompt that exceeds its context (HTTP 400).",
    ],
    [
      "a streamed prompt",
      "llama-exceeds-400",
      true,
      "The provider refused a prompt that exceeds its context (HTTP 400).",
    ],
    ["a call beside it", "llama-exceeds-500", false, SHARED],
    ["a call beside it, before a stream", "llama-exceeds-500", true, SHARED],
    ["a call beside it, in the stream", "llama-exceeds-in-stream", true, SHARED],
  ])(
    "says what to do where %s exceeds the context, and asks once",
    async (_, name, stream, what) => {
      const runtime = replay(...known, name);
      await expect(ask(runtime, {}, { stream })).rejects.toMatchObject({
        code: "provider_error",
        message: `${what} ${REMEDY}`,
      });
      expect(runtime.askedOf(CHAT)).toHaveLength(1);
    },
  );
});

describe("Ollama", () => {
  it.each([false, true])(
    "answers by the schema, one call at a time (streamed: %s)",
    async (stream) => {
      const runtime = replay("ollama-show", stream ? "ollama-schema-stream" : "ollama-schema");
      expect(await ask(runtime, OLLAMA, { stream })).toMatchObject({
        answer: INVOICE,
        limit: 8192,
        concurrency: 1,
        usage: { calls: 1, input_tokens: 39, output_tokens: 34 },
      });
      expect(runtime.askedOf("/api/chat")).toMatchObject([
        {
          messages: [{ role: "system" }, { role: "user", content: PROMPT }],
          options: { temperature: 0, num_ctx: 8192 },
        },
      ]);
    },
  );

  it("is asked for JSON without a schema once it refused one", async () => {
    const runtime = replay("ollama-show", "ollama-refused-schema", "ollama-json");
    const { answer } = await ask(runtime, OLLAMA, { isFree: true });
    expect(answer).toMatch(/^{/);
    const formats = runtime.askedOf("/api/chat").map(({ format }) => typeof format);
    expect(formats).toEqual(["object", "string"]);
  });

  it("is given the instructions with the prompt where its template drops the system message", async () => {
    const runtime = replay("ollama-show-without-template", "ollama-schema");
    await ask(runtime, OLLAMA);
    expect(runtime.askedOf("/api/chat")[0]?.["messages"]).toEqual([
      { role: "user", content: `Extract the invoice fields as JSON.\n\n${PROMPT}` },
    ]);
  });

  it("that cut a prompt silently fails", async () => {
    const runtime = replay("ollama-show", "ollama-cut");
    const change = { ...OLLAMA, contextTokens: 512 };
    await expect(ask(runtime, change, { prompt: promptOf("ollama-cut") })).rejects.toMatchObject({
      message:
        "The provider read only 512 tokens of a prompt that filled its context of 512 tokens, so a part of the report was cut. Raise PROVIDER_B_CONTEXT_TOKENS, which is sent as num_ctx, or choose a model with a larger context (PROVIDER_B_MODEL).",
    });
  });

  it("that cut a prompt silently through /v1 fails", async () => {
    const runtime = replay("ollama-show", "ollama-ps", "ollama-v1-cut");
    const change = { model: "smollm2-135m", contextTokens: 4096 };
    await expect(ask(runtime, change, { prompt: promptOf("ollama-v1-cut") })).rejects.toThrow(
      "read only 4096 tokens of a prompt that filled its context of 4096 tokens",
    );
  });

  it("is recognised behind /v1, with the context of the loaded model", async () => {
    const runtime = replay("ollama-show", "ollama-ps", "llama-schema");
    const found = await ask(runtime, { model: "smollm2-135m" });
    expect(found).toMatchObject({ limit: 2048, concurrency: 1 });
  });

  it("says what to do where a prompt exceeds the context", async () => {
    const runtime = replay("ollama-show", "ollama-exceeds-400");
    await expect(ask(runtime, OLLAMA)).rejects.toThrow(
      "The provider refused a prompt that exceeds its context (HTTP 400). Raise PROVIDER_B_CONTEXT_TOKENS, which is sent as num_ctx, or choose",
    );
  });

  it("says that it does not know a model", async () => {
    await expect(ask(replay("ollama-unknown-model"), OLLAMA)).rejects.toThrow(
      "The provider does not know the model 'smollm2-135m' (HTTP 404); check PROVIDER_B_MODEL and PROVIDER_B_BASE_URL.",
    );
  });
});
