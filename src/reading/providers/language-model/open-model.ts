import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Prices } from "../usage.ts";
import type { ProviderKind } from "../vocabulary.ts";
import { createOllamaModel } from "./ollama-model.ts";
import type { WireForm } from "./slot-memory.ts";

export type LanguageModelKind = Exclude<ProviderKind, "embedded">;

/** How a slot connects to its language model. */
export interface ModelBinding {
  kind: LanguageModelKind;
  /** `PROVIDER_B`: the prefix of its settings, used in messages. */
  prefix: string;
  model: string;
  baseUrl: string | undefined;
  apiKey: string | undefined;
  /** Time-out of one call with its retries. */
  timeoutMs: number;
  /** Characters of a report per call. */
  chunkChars: number;
  /** Size of the model's context. Sent to Ollama, and assumed for other runtimes. */
  contextTokens?: number | undefined;
  prices?: Prices;
}

/** How a call is made. */
export interface ModelWire {
  send: typeof fetch;
  form: WireForm;
  /** Tokens of the context. Null if unknown. */
  limit: number | null;
}

/** Model constructors by kind. To add a kind, add a line here. */
const MODELS: Record<
  LanguageModelKind,
  (binding: ModelBinding, wire: ModelWire) => LanguageModelV4
> = {
  anthropic: ({ model, ...rest }, { send }) => createAnthropic(options(rest, send))(model),
  openai: ({ model, ...rest }, { send }) => createOpenAI(options(rest, send))(model),
  google: ({ model, ...rest }, { send }) => createGoogle(options(rest, send))(model),
  openai_compatible: ({ model, baseUrl = "", ...rest }, { send, form }) =>
    createOpenAICompatible({
      ...options(rest, send),
      name: "openai_compatible",
      baseURL: baseUrl,
      supportsStructuredOutputs: true,
      includeUsage: form.reportsUsage,
    })(model),
  ollama: (binding, { send, limit }) => createOllamaModel(binding, limit, send),
};

/** Returns the model of a binding. */
export function openModel(binding: ModelBinding, wire: ModelWire): LanguageModelV4 {
  return MODELS[binding.kind](binding, wire);
}

function options({ baseUrl, apiKey }: Partial<ModelBinding>, send: typeof fetch) {
  return {
    fetch: send,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl.replace(/\/+$/, "") }),
  };
}
