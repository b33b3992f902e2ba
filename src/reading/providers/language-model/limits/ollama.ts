import { z } from "zod";
import { askRuntime, assumeFacts, ONE_BY_ONE, type Runtime, type RuntimeFacts } from "./runtime.ts";

const shown = z.object({
  /** The `PARAMETER` lines of the Modelfile. */
  parameters: z.string().optional(),
  /** Template for messages. `{{ .Prompt }}` if Ollama does not know the model's own template. */
  template: z.string().optional(),
  /** Names built-in code of Ollama that replaces the template. */
  renderer: z.string().optional(),
  /** Contains `<architecture>.context_length`, the context that the model was trained for. */
  model_info: z.record(z.string(), z.unknown()).optional(),
});
const running = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});

/** Template fields that pass instructions to the model. A template without them drops the system message. */
const SHOWS_SYSTEM = /\.(?:System|Messages)\b/;
/** Default context of Ollama. */
const STOCK_CONTEXT = 4_096;
/** Requested context. An 8B model with four bits then fits on a card of 8 GB. */
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
    readsSystem: (about.renderer ?? "") !== "" || SHOWS_SYSTEM.test(about.template ?? ".System"),
  };
}

/** Returns the facts about a model behind Ollama's own API, and chooses the context to request (`num_ctx`). */
export async function chooseNumCtx(runtime: Runtime): Promise<RuntimeFacts> {
  const about = await show(runtime);
  const facts = assumeFacts(runtime.binding);
  const wanted = facts.tokens ?? about?.ofModelfile ?? WANTED_CONTEXT;
  return {
    ...facts,
    tokens: Math.min(wanted, about?.trained ?? wanted),
    readsSystem: about?.readsSystem ?? true,
    isSure: about !== null,
  };
}

/** Returns the facts about a model behind `/v1`, where `num_ctx` cannot be set. */
export async function askOllama(runtime: Runtime): Promise<RuntimeFacts | null> {
  const about = await show(runtime);
  if (about === null) return null;
  const { readsSystem, ofModelfile, trained } = about;
  const facts = { ...assumeFacts(runtime.binding), concurrency: ONE_BY_ONE, readsSystem };
  const stated = facts.tokens ?? ofModelfile;
  if (stated !== null) return { ...facts, tokens: stated };
  const { model } = runtime.binding;
  const loaded = await askRuntime(runtime, `${runtime.root}/api/ps`, running);
  const length =
    loaded?.models.find(({ name }) => name === model || name === `${model}:latest`)
      ?.context_length ?? 0;
  return length > 0
    ? { ...facts, tokens: length }
    : { ...facts, tokens: Math.min(STOCK_CONTEXT, trained), isSure: false };
}
