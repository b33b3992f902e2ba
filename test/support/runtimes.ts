/** Stand-ins for runtimes of local models. Each prints what the real server prints. */

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

/** Tokens of a prompt as an ordinary vocabulary has them. */
export const countLikeModel = (text: string): number =>
  text.match(/[a-z]{1,7}|\d{1,3}|[^\sa-z\d]/gi)?.length ?? 0;

const promptOf = (body: Record<string, unknown>) =>
  (body["messages"] as { content: unknown }[]).map(({ content }) => text(content)).join("\n");
const text = (content: unknown) =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");

type Answer = (asked: Asked, options: RuntimeOptions) => Response;

function standIn(answerTo: Answer, options: RuntimeOptions): StandInRuntime {
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

/** OpenAI's chat format, whole or as a stream, with the usage where it is asked for. */
function complete(body: Record<string, unknown>, answer: string, read: number, more: object) {
  const head = { id: "chatcmpl-7f2a", created: 1_760_000_000, model: body["model"], ...more };
  const usage = { prompt_tokens: read, completion_tokens: 80, total_tokens: read + 80 };
  if (body["stream"] !== true) {
    const message = { role: "assistant", content: answer };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    return Response.json({ ...head, object: "chat.completion", choices, usage });
  }
  const event = (part: object) =>
    `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...part })}\n\n`;
  const piece = (delta: object, finish: string | null) =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const wantsUsage = (body["stream_options"] as { include_usage?: boolean } | undefined)
    ?.include_usage;
  const events = [
    piece({ role: "assistant", content: answer.slice(0, 20) }, null),
    piece({ content: answer.slice(20) }, null),
    piece({}, "stop"),
    wantsUsage === true ? event({ choices: [], usage }) : "",
    "data: [DONE]\n\n",
  ];
  return new Response(events.join(""), { headers: { "Content-Type": "text/event-stream" } });
}

const formatOf = (body: Record<string, unknown>) =>
  (body["response_format"] as { type?: string } | undefined)?.type ?? "text";
const isRefused = (body: Record<string, unknown>, { accepts }: RuntimeOptions) =>
  accepts !== undefined && !accepts.includes(formatOf(body));

const refuse = (status: number, body: object) => Response.json(body, { status });

/** `vllm serve`. A prompt that is too long is refused. */
export const vllm = (options: RuntimeOptions): StandInRuntime =>
  standIn(({ path, body }, { context, answer, isHidden }) => {
    if (path === "/v1/models" && isHidden !== true) {
      const model = { id: "small", object: "model", created: 1_760_000_000, owned_by: "vllm" };
      const more = { root: "org/small", parent: null, max_model_len: context, permission: [] };
      return Response.json({ object: "list", data: [{ ...model, ...more }] });
    }
    if (path !== "/v1/chat/completions") return refuse(404, { detail: "Not Found" });
    const error = (message: string) =>
      refuse(400, { error: { message, type: "BadRequestError", param: null, code: 400 } });
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
    return complete(body, answer, read, { prompt_logprobs: null });
  }, options);

/** `llama-server`. A prompt that is too long is refused. */
export const llamaCpp = (options: RuntimeOptions): StandInRuntime =>
  standIn(({ path, body }, { context, answer, isHidden }) => {
    const error = (code: number, message: string, type: string, more: object = {}) =>
      refuse(code, { error: { code, message, type, ...more } });
    if (path === "/v1/models") {
      const meta = { vocab_type: 2, n_vocab: 128_256, n_ctx_train: 131_072, n_embd: 4_096 };
      const model = { id: "small.gguf", object: "model", created: 1_760_000_000 };
      return Response.json({ object: "list", data: [{ ...model, owned_by: "llamacpp", meta }] });
    }
    if (path === "/props" && isHidden !== true) {
      const settings = { id: 0, id_task: -1, n_ctx: context, speculative: false, params: {} };
      const more = { total_slots: 1, model_path: "small.gguf", build_info: "b6500-a1b2c3d4" };
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
    return complete(body, answer, read, { system_fingerprint: "b6500-a1b2c3d4" });
  }, options);

/** Ollama. Through `/v1` a prompt that is too long is cut; `/api/chat` can be asked not to. */
export const ollama = (options: RuntimeOptions): StandInRuntime =>
  standIn(({ path, body }, { context, answer, isLoaded, modelfileContext, isHidden }) => {
    if (path === "/v1/models") {
      const model = { id: "small:latest", object: "model", created: 1_760_000_000 };
      return Response.json({ object: "list", data: [{ ...model, owned_by: "library" }] });
    }
    if (path === "/api/show" && isHidden !== true) {
      const stop = 'stop                           "<|eot_id|>"';
      const own =
        modelfileContext === undefined
          ? ""
          : `num_ctx                        ${modelfileContext}\n`;
      return Response.json({
        modelfile: "# Modelfile",
        parameters: own + stop,
        template: "{{ .Prompt }}",
        details: { format: "gguf", family: "llama", parameter_size: "8.0B" },
        model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
        capabilities: ["completion"],
      });
    }
    if (path === "/api/ps" && isHidden !== true) {
      const model = { name: "small:latest", model: "small:latest", size: 6_654_289_920 };
      return Response.json({
        models: isLoaded === true ? [{ ...model, context_length: context }] : [],
      });
    }
    const prompt = body["messages"] === undefined ? 0 : countLikeModel(promptOf(body));
    if (path === "/v1/chat/completions") {
      const read = Math.min(prompt, context);
      return complete(body, answer, read, { system_fingerprint: "fp_ollama" });
    }
    if (path === "/api/chat") return chat(body, answer, prompt, options);
    return new Response("404 page not found", { status: 404 });
  }, options);

function chat(
  body: Record<string, unknown>,
  answer: string,
  prompt: number,
  { context, accepts }: RuntimeOptions,
): Response {
  const { format: wanted } = body;
  const format = typeof wanted === "string" ? wanted : wanted === undefined ? "none" : "schema";
  if (accepts?.includes(format) === false) {
    const error =
      format === "schema"
        ? "json: cannot unmarshal object into Go struct field ChatRequest.format of type string"
        : `invalid format: "${format}"; expected "json" or a JSON schema`;
    return refuse(400, { error });
  }
  const size = (body["options"] as { num_ctx?: number } | undefined)?.num_ctx ?? context;
  if (prompt > size && body["truncate"] === false) {
    return refuse(400, { error: "the input length exceeds the context length" });
  }
  const head = { model: body["model"], created_at: "2026-01-02T03:04:05.123456789Z" };
  const piece = (content: string) => ({ ...head, message: { role: "assistant", content } });
  const counts = {
    done: true,
    done_reason: "stop",
    total_duration: 5_191_566_416,
    load_duration: 2_154_458,
    prompt_eval_count: Math.min(prompt, size),
    prompt_eval_duration: 383_809_000,
    eval_count: 80,
    eval_duration: 4_799_921_000,
  };
  if (body["stream"] === false) return Response.json({ ...piece(answer), ...counts });
  const lines = [
    { ...piece(answer.slice(0, 20)), done: false },
    { ...piece(answer.slice(20)), done: false },
    { ...piece(""), ...counts },
  ].map((line) => `${JSON.stringify(line)}\n`);
  return new Response(lines.join(""), { headers: { "Content-Type": "application/x-ndjson" } });
}
