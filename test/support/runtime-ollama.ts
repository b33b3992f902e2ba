import {
  complete,
  countLikeModel,
  promptOf,
  refuse,
  type RuntimeOptions,
  standIn,
  type StandInRuntime,
} from "./runtimes.ts";

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
        template:
          "{{- range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n",
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
        ? "invalid JSON schema in format"
        : `invalid format: "\\"${format}\\""; expected "json" or a valid JSON Schema object`;
    return refuse(500, { error });
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
