/** Stand-ins for runtimes of local models. Each prints what the real server prints. */
import { llamaServer, vllmServer } from "./wire/openai-chat.ts";
import { countLikeModel, print, type Wire } from "./wire/wire.ts";

/** How a runtime behaves. */
export interface RuntimeOptions {
  /** Tokens that it reads in one call. */
  context: number;
  /** What the model writes. */
  answer: string;
  /** Values of `response_format` that it accepts, by type; all unless given. */
  accepts?: readonly string[];
  /** Whether the model is in memory, for Ollama. */
  isLoaded?: boolean;
  /** `PARAMETER num_ctx` of the Modelfile, for Ollama. */
  modelfileContext?: number;
  /** Whether the endpoints about the runtime are there; a gateway hides them. */
  isHidden?: boolean;
}

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

export interface StandInRuntime {
  network: typeof fetch;
  asked: Asked[];
  /** The bodies of the calls of the model itself. */
  calls: () => Record<string, unknown>[];
}

export const promptOf = (body: Record<string, unknown>) =>
  (body["messages"] as { content: unknown }[]).map(({ content }) => text(content)).join("\n");
const text = (content: unknown) =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");

type Answer = (asked: Asked, options: RuntimeOptions) => Response;

export function standIn(answerTo: Answer, options: RuntimeOptions): StandInRuntime {
  const asked: Asked[] = [];
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const raw = await request.text();
    const one = {
      path: new URL(request.url).pathname,
      body: raw === "" ? {} : (JSON.parse(raw) as Record<string, unknown>),
    };
    asked.push(one);
    return answerTo(one, options);
  };
  const calls = () =>
    asked.filter(({ path }) => /\/chat(?:\/completions)?$/.test(path)).map(({ body }) => body);
  return { network, asked, calls };
}

/** Prints the answer of a model that read so many tokens. */
export const complete = (
  wire: Wire,
  body: Record<string, unknown>,
  answer: string,
  read: number,
): Response => print(wire, { text: answer, read }, body, body["stream"] === true);

const formatOf = (body: Record<string, unknown>) =>
  (body["response_format"] as { type?: string } | undefined)?.type ?? "text";
const isRefused = (body: Record<string, unknown>, { accepts }: RuntimeOptions) =>
  accepts !== undefined && !accepts.includes(formatOf(body));

export const refuse = (status: number, body: object) => Response.json(body, { status });

/** `vllm serve`. A prompt that is too long is refused. */
export const vllm = (options: RuntimeOptions): StandInRuntime =>
  standIn(({ path, body }, { context, answer, isHidden }) => {
    if (path === "/v1/models" && isHidden !== true) {
      const model = { id: "small", object: "model", created: 1_760_000_000, owned_by: "vllm" };
      const more = { root: "org/small", parent: null, max_model_len: context, permission: [] };
      return Response.json({ object: "list", data: [{ ...model, ...more }] });
    }
    if (path !== "/v1/chat/completions") return refuse(404, { detail: "Not Found" });
    const error = (message: string) => refuse(400, vllmServer.fault(400, message));
    if (isRefused(body, options)) {
      return error(
        `[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'", 'input': '${formatOf(body)}'}]`,
      );
    }
    const read = countLikeModel(promptOf(body));
    const wanted = Number(body["max_tokens"]);
    if (read + wanted > context) {
      return error(
        `'max_tokens' or 'max_completion_tokens' is too large: ${wanted}. This model's maximum context length is ${context} tokens and your request has ${read} input tokens (${wanted} > ${context} - ${read}).`,
      );
    }
    return complete(vllmServer, body, answer, read);
  }, options);

/** `llama-server`. A prompt that is too long is refused. */
export const llamaCpp = (options: RuntimeOptions): StandInRuntime =>
  standIn(({ path, body }, { context, answer, isHidden }) => {
    const error = (code: number, message: string, type: string, more: object = {}) =>
      refuse(code, { error: { code, message, type, ...more } });
    if (path === "/v1/models") {
      const meta = { vocab_type: 2, n_vocab: 128_256, n_ctx: context, n_ctx_train: 131_072 };
      const model = { id: "small.gguf", object: "model", created: 1_760_000_000 };
      return Response.json({
        models: [{ name: "small.gguf", model: "small.gguf", type: "model" }],
        object: "list",
        data: [{ ...model, owned_by: "llamacpp", meta }],
      });
    }
    if (path === "/props" && isHidden !== true) {
      const settings = { params: { temperature: 0.8, top_k: 40 }, n_ctx: context };
      const more = { total_slots: 4, model_path: "small.gguf", build_info: "b6500-a1b2c3d4" };
      return Response.json({ default_generation_settings: settings, ...more });
    }
    if (path !== "/v1/chat/completions") return error(404, "File Not Found", "not_found_error");
    if (isRefused(body, options)) {
      const message = `response_format type must be one of "text" or "json_object", but got: ${formatOf(body)}`;
      return error(400, message, "invalid_request_error");
    }
    const read = countLikeModel(promptOf(body));
    if (read >= context) {
      const message = `request (${read} tokens) exceeds the available context size (${context} tokens), try increasing it`;
      const more = { n_prompt_tokens: read, n_ctx: context };
      return error(400, message, "exceed_context_size_error", more);
    }
    return complete(llamaServer, body, answer, read);
  }, options);
