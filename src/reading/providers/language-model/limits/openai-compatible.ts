import { z } from "zod";
import { askOllama } from "./ollama.ts";
import { askRuntime, type ContextLimit, type Runtime } from "./runtime.ts";

const models = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: z.number().nullish() })),
});
const props = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) });

/** vLLM, and SGLang, which has it from there. */
async function askVllm(runtime: Runtime): Promise<ContextLimit | null> {
  const { baseUrl = "", model } = runtime.binding;
  const listed = await askRuntime(runtime, `${baseUrl.replace(/\/+$/, "")}/models`, models);
  return sure(listed?.data.find(({ id }) => id === model)?.max_model_len);
}

/** The server of llama.cpp: `n_ctx` is what one of its slots has. */
async function askLlamaCpp(runtime: Runtime): Promise<ContextLimit | null> {
  const said = await askRuntime(runtime, `${runtime.root}/props`, props);
  return sure(said?.default_generation_settings.n_ctx);
}

function sure(tokens: number | null | undefined): ContextLimit | null {
  return tokens === null || tokens === undefined || tokens <= 0 ? null : { tokens, isSure: true };
}

/** Returns what the first runtime that recognises itself says; null for gateways and other servers. */
export async function askCompatible(runtime: Runtime): Promise<ContextLimit | null> {
  const answers = await Promise.all([askVllm, askLlamaCpp, askOllama].map((ask) => ask(runtime)));
  return answers.find((answer) => answer !== null) ?? null;
}
