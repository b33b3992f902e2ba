import { z } from "zod";
import { askOllama } from "./ollama.ts";
import { askRuntime, assumeFacts, ONE_BY_ONE, type Runtime, type RuntimeFacts } from "./runtime.ts";

const models = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: z.number().nullish() })),
});
const props = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) });

/** Asks vLLM, or SGLang, which copied its endpoint. */
async function askVllm(runtime: Runtime): Promise<RuntimeFacts | null> {
  const { baseUrl = "", model } = runtime.binding;
  const listed = await askRuntime(runtime, `${baseUrl.replace(/\/+$/, "")}/models`, models);
  const tokens = listed?.data.find(({ id }) => id === model)?.max_model_len ?? 0;
  const facts = assumeFacts(runtime.binding);
  return tokens > 0 ? { ...facts, tokens: facts.tokens ?? tokens } : null;
}

/** Asks the server of llama.cpp. */
async function askLlamaCpp(runtime: Runtime): Promise<RuntimeFacts | null> {
  const said = await askRuntime(runtime, `${runtime.root}/props`, props);
  const tokens = said?.default_generation_settings.n_ctx ?? 0;
  const facts = assumeFacts(runtime.binding);
  return tokens > 0 ? { ...facts, tokens: facts.tokens ?? tokens, concurrency: ONE_BY_ONE } : null;
}

/**
 * Returns the facts from the first runtime that recognizes the request, or null for gateways and other servers.
 * @throws the error of a request, if none was answered
 */
export async function askCompatible(runtime: Runtime): Promise<RuntimeFacts | null> {
  const asked = [askVllm, askLlamaCpp, askOllama].map((ask) => ask(runtime));
  const answers = await Promise.allSettled(asked);
  for (const answer of answers) {
    if (answer.status === "fulfilled" && answer.value !== null) return answer.value;
  }
  await Promise.all(asked);
  return null;
}
