import type { ModelBinding } from "./open-model.ts";

/** Where each kind of provider has its context enlarged. */
const ENLARGE: Partial<Record<ModelBinding["kind"], (prefix: string) => string>> = {
  ollama: (prefix) => `Raise ${prefix}_CONTEXT_TOKENS, which is sent as num_ctx`,
  openai_compatible: () =>
    "Raise the context of the runtime (Ollama: num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len)",
};

/** Returns the sentence that says what to do about a context that is too small. */
export function describeRemedy({ kind, prefix }: ModelBinding): string {
  const enlarge =
    ENLARGE[kind]?.(prefix) ?? `Choose a model with a larger context (${prefix}_MODEL)`;
  return `${enlarge}, or lower ${prefix}_CHUNK_CHARS.`;
}
