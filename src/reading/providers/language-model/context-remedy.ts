import type { ModelBinding } from "./open-model.ts";

/** How to enlarge the context of each kind of provider. */
const ENLARGE: Partial<Record<ModelBinding["kind"], string>> = {
  openai_compatible:
    "Raise the context of the runtime (Ollama: num_ctx; llama.cpp: --ctx-size; vLLM: --max-model-len)",
};

/** Returns advice for a context that is too small. Requests use the configured value. */
export function describeRemedy({ kind, prefix }: ModelBinding): string {
  const larger = `a model with a larger context (${prefix}_MODEL)`;
  if (kind === "ollama") {
    return `Raise ${prefix}_CONTEXT_TOKENS, which is sent as num_ctx, or choose ${larger}.`;
  }
  return `${ENLARGE[kind] ?? `Choose ${larger}`}, or set ${prefix}_CONTEXT_TOKENS to what it has.`;
}
