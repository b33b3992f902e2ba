import type { ModelBinding } from "./open-model.ts";

/** Where each kind of provider has its context enlarged. */
const ENLARGE: Partial<Record<ModelBinding["kind"], string>> = {
  openai_compatible:
    "Raise the context of the runtime (Ollama: num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len)",
};

/** Returns the sentence that says what to do about a context that is too small. What is sent follows the setting. */
export function describeRemedy({ kind, prefix }: ModelBinding): string {
  const larger = `a model with a larger context (${prefix}_MODEL)`;
  if (kind === "ollama") {
    return `Raise ${prefix}_CONTEXT_TOKENS, which is sent as num_ctx, or choose ${larger}.`;
  }
  return `${ENLARGE[kind] ?? `Choose ${larger}`}, or set ${prefix}_CONTEXT_TOKENS to what it has.`;
}
