import { cut, event, type Wire, type WireRequest, WRITTEN_TOKENS, type Written } from "./wire.ts";

const FINISH = { done: "stop", length: "length", filtered: "content_filter" };

/** In what the servers of OpenAI's chat format differ. */
interface Dialect {
  model: string;
  /** Fields of every answer and event. */
  head: object;
  /** The field of thoughts. */
  thoughts: "reasoning_content" | "reasoning";
  /** Fields of the message, and of the first event of a stream. */
  message: object;
  opening: object;
  /** Whether the event that ends a stream has text that is empty. */
  closing: object;
  /** Fields of the whole answer, and of the event with the usage. */
  counts: object;
  broken: string;
  fault: Wire["fault"];
}

const usageOf = (read: number) => ({
  prompt_tokens: read,
  completion_tokens: WRITTEN_TOKENS,
  total_tokens: read + WRITTEN_TOKENS,
});

const wantsUsage = (request: WireRequest) =>
  (request["stream_options"] as { include_usage?: boolean } | undefined)?.include_usage === true;

/** A service of OpenAI's chat completions. */
export function chatWire(dialect: Dialect): Wire {
  const finishOf = ({ end = "done" }: Written) => FINISH[end];
  const head = (request: WireRequest) => ({
    id: "chatcmpl-tUk3IQmsxanjbst9LtVGp60e3PveaQXU",
    created: 1_763_000_000,
    model: request["model"],
    ...dialect.head,
  });
  return {
    kind: "openai_compatible",
    model: dialect.model,
    basePath: "/v1",
    mediaType: "text/event-stream",
    whole: (written, request) => ({
      ...head(request),
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: written.text === "" ? null : written.text,
            ...(written.thinking !== undefined && { [dialect.thoughts]: written.thinking }),
            ...dialect.message,
          },
          logprobs: null,
          finish_reason: finishOf(written),
        },
      ],
      usage: usageOf(written.read),
      ...dialect.counts,
    }),
    events: (written, request, count = 3) => {
      const chunk = (part: object) =>
        event({ ...head(request), object: "chat.completion.chunk", ...part });
      const piece = (delta: object, finish: string | null = null) =>
        chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
      return {
        before: [
          piece({ role: "assistant", ...dialect.opening }),
          ...(written.thinking === undefined
            ? []
            : [piece({ [dialect.thoughts]: written.thinking })]),
        ],
        pieces: cut(written.text, count).map((content) => piece({ content })),
        after: [
          piece(dialect.closing, finishOf(written)),
          ...(wantsUsage(request)
            ? [chunk({ choices: [], usage: usageOf(written.read), ...dialect.counts })]
            : []),
          "data: [DONE]\n\n",
        ],
      };
    },
    broken: dialect.broken,
    fault: dialect.fault,
  };
}

const openaiFault: Wire["fault"] = (_status, message, code) => ({
  error: { message, type: "invalid_request_error", param: null, code: code ?? null },
});

/** OpenAI's own, and gateways that print the same. */
export const openaiChat = chatWire({
  model: "gpt-4.1-mini",
  head: { service_tier: "default", system_fingerprint: "fp_44709d6fcb" },
  thoughts: "reasoning_content",
  message: { refusal: null, annotations: [] },
  opening: { content: "", refusal: null },
  closing: {},
  counts: {},
  broken: event(openaiFault(500, "The server had an error while processing your request.")),
  fault: openaiFault,
});

/** `llama-server`. */
export const llamaServer = chatWire({
  model: "small.gguf",
  head: { system_fingerprint: "b6500-a1b2c3d4" },
  thoughts: "reasoning_content",
  message: {},
  opening: { content: null },
  closing: {},
  counts: { timings: { cache_n: 0, prompt_n: 39, prompt_ms: 78.237, predicted_n: 34 } },
  broken: event({ error: { code: 500, message: "Compute error.", type: "server_error" } }),
  fault: (code, message, type = "invalid_request_error") => ({ error: { code, message, type } }),
});

/** `vllm serve`. */
export const vllmServer = chatWire({
  model: "org/small",
  head: {},
  thoughts: "reasoning",
  message: { refusal: null, annotations: null, tool_calls: [] },
  opening: { content: "" },
  closing: { content: "" },
  counts: { prompt_logprobs: null },
  broken: event({
    error: { message: "EngineCore died", type: "InternalServerError", param: null, code: 500 },
  }),
  fault: (code, message, type = "BadRequestError") => ({
    error: { message, type, param: null, code },
  }),
});

/** Ollama's `/v1`. */
export const ollamaChat = chatWire({
  model: "small",
  head: { system_fingerprint: "fp_ollama" },
  thoughts: "reasoning",
  message: {},
  opening: { content: "" },
  closing: { content: "" },
  counts: {},
  broken: event({ error: { message: "an error was encountered", type: "api_error" } }),
  fault: (_status, message) => ({ error: { message, type: "api_error", param: null, code: null } }),
});
