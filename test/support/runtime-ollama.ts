import {
  complete,
  promptOf,
  refuse,
  type RuntimeOptions,
  standIn,
  type StandInRuntime,
} from "./runtimes.ts";
import { ollamaNative } from "./wire/ollama.ts";
import { ollamaChat } from "./wire/openai-chat.ts";
import { countLikeModel, print } from "./wire/wire.ts";

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
      return complete(ollamaChat, body, answer, read);
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
  return print(
    ollamaNative,
    { text: answer, read: Math.min(prompt, size) },
    body,
    body["stream"] !== false,
  );
}
