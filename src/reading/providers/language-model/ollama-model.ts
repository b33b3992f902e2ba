import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions as CallOptions,
  type LanguageModelV4StreamPart as StreamPart,
} from "@ai-sdk/provider";
import { keyHeader, rootOf } from "./limits/runtime.ts";
import { type OllamaReply, readReplies } from "./ollama-replies.ts";
import type { ModelBinding } from "./open-model.ts";

const TEXT_ID = "0";

/**
 * Creates a model behind Ollama's own `/api/chat`. Unlike `/v1`, it accepts a context size, and rejects a prompt that
 * exceeds it instead of cutting it.
 */
export function createOllamaModel(
  binding: ModelBinding,
  limit: number | null,
  send: typeof fetch,
): LanguageModelV4 {
  const ask = async (options: CallOptions, stream: boolean) => {
    const url = `${rootOf(binding)}/api/chat`;
    const response = await send(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...keyHeader(binding) },
      body: JSON.stringify({ model: binding.model, stream, ...writeRequest(options, limit) }),
      ...(options.abortSignal !== undefined && { signal: options.abortSignal }),
    });
    if (response.ok) return readReplies(response.body ?? new Response("").body);
    throw new APICallError({
      message: `HTTP ${response.status}`,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: await response.text(),
    });
  };
  return {
    specificationVersion: "v4",
    provider: binding.kind,
    modelId: binding.model,
    supportedUrls: {},
    doGenerate: async (options) => {
      let text = "";
      let end: OllamaReply | undefined;
      for await (const reply of await ask(options, false)) {
        text += reply.message?.content ?? "";
        end = reply;
      }
      return { content: [{ type: "text", text }], ...describeEnd(end), warnings: [] };
    },
    doStream: async (options) => ({ stream: streamOfParts(writeParts(await ask(options, true))) }),
  };
}

/** Returns the request of a call. Thinking is off, because it would use up a small context. */
function writeRequest(options: CallOptions, limit: number | null) {
  const { prompt, responseFormat, maxOutputTokens, temperature } = options;
  const format = responseFormat?.type === "json" ? (responseFormat.schema ?? "json") : undefined;
  return {
    messages: prompt.map(({ role, content }) => ({
      role,
      content:
        typeof content === "string"
          ? content
          : content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    })),
    ...(format !== undefined && { format }),
    think: false,
    truncate: false,
    options: {
      ...(limit !== null && { num_ctx: limit }),
      ...(temperature !== undefined && { temperature }),
      num_predict: maxOutputTokens,
    },
  };
}

async function* writeParts(replies: AsyncIterable<OllamaReply>): AsyncGenerator<StreamPart> {
  yield { type: "stream-start", warnings: [] };
  yield { type: "text-start", id: TEXT_ID };
  let end: OllamaReply | undefined;
  for await (const reply of replies) {
    const delta = reply.message?.content ?? "";
    if (delta !== "") yield { type: "text-delta", id: TEXT_ID, delta };
    end = reply;
  }
  yield { type: "text-end", id: TEXT_ID };
  yield { type: "finish", ...describeEnd(end) };
}

/** Returns how an answer ended and its usage. @throws Error if it was cut */
function describeEnd(end: OllamaReply | undefined) {
  if (end?.done !== true) throw new Error("cut short");
  const { done_reason: raw, prompt_eval_count: read, eval_count: written } = end;
  const unified = raw === "length" ? ("length" as const) : ("stop" as const);
  return {
    finishReason: { unified, raw },
    usage: {
      inputTokens: { total: read, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: written, text: undefined, reasoning: undefined },
    },
  };
}

function streamOfParts(parts: AsyncGenerator<StreamPart>): ReadableStream<StreamPart> {
  return new ReadableStream({
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
