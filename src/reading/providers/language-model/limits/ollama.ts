import { z } from "zod";
import { askRuntime, type ContextLimit, type Runtime } from "./runtime.ts";

const shown = z.object({
  /** The `PARAMETER` lines of the Modelfile. */
  parameters: z.string().optional(),
  /** Holds `<architecture>.context_length`, the context that the model was trained for. */
  model_info: z.record(z.string(), z.unknown()).optional(),
});
const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});

/** What Ollama loads a model with unless someone says otherwise. */
const STOCK_CONTEXT = 4_096;
/** What we ask for: with an 8B model of four bits it fits a card of 8 GB. */
const WANTED_CONTEXT = 16_384;

async function show(runtime: Runtime) {
  const { root, binding } = runtime;
  const about = await askRuntime(runtime, `${root}/api/show`, shown, { model: binding.model });
  if (about === null) return null;
  const info = Object.entries(about.model_info ?? {});
  const [, trained] = info.find(([name]) => name.endsWith(".context_length")) ?? [];
  const [, own] = /^num_ctx\s+(\d+)/m.exec(about.parameters ?? "") ?? [];
  return {
    trained: typeof trained === "number" ? trained : Number.POSITIVE_INFINITY,
    ofModelfile: own === undefined ? null : Number(own),
  };
}

/** Returns the context that is asked for through Ollama's own interface (`num_ctx`). */
export async function chooseNumCtx(runtime: Runtime): Promise<ContextLimit> {
  const about = await show(runtime);
  const wanted = runtime.binding.contextTokens ?? about?.ofModelfile ?? WANTED_CONTEXT;
  return { tokens: Math.min(wanted, about?.trained ?? wanted), isSure: about !== null };
}

/** Returns the context that a model has through `/v1`, where `num_ctx` cannot be set. */
export async function askOllama(runtime: Runtime): Promise<ContextLimit | null> {
  const about = await show(runtime);
  if (about === null) return null;
  if (about.ofModelfile !== null) return { tokens: about.ofModelfile, isSure: true };
  const { model } = runtime.binding;
  const loaded = await askRuntime(runtime, `${runtime.root}/api/ps`, running);
  const length =
    loaded?.models.find(({ name }) => name === model || name === `${model}:latest`)
      ?.context_length ?? 0;
  return length > 0
    ? { tokens: length, isSure: true }
    : { tokens: Math.min(STOCK_CONTEXT, about.trained), isSure: false };
}
