import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import type { ProviderKind } from "../vocabulary.ts";

export type LanguageModelKind = Exclude<ProviderKind, "embedded">;

/** How a slot reaches its language model. */
export interface ModelBinding {
  kind: LanguageModelKind;
  /** `PROVIDER_B`: what its settings begin with, for sentences that name one. */
  prefix: string;
  model: string;
  baseUrl: string | undefined;
  apiKey: string | undefined;
  /** Of one call, its retries included. */
  timeoutMs: number;
  /** Characters of a report that one call is given. */
  chunkChars: number;
}

/** One maker per kind; a new kind is a line here. */
const MODELS: Record<
  LanguageModelKind,
  (binding: ModelBinding, send: typeof fetch) => LanguageModel
> = {
  anthropic: ({ model, ...rest }, send) => createAnthropic(options(rest, send))(model),
  openai: ({ model, ...rest }, send) => createOpenAI(options(rest, send))(model),
  google: ({ model, ...rest }, send) => createGoogleGenerativeAI(options(rest, send))(model),
  openai_compatible: ({ model, baseUrl = "", ...rest }, send) =>
    createOpenAICompatible({
      ...options(rest, send),
      name: "openai_compatible",
      baseURL: baseUrl,
    })(model),
};

/** The model of a binding, reached through `send`. */
export function openModel(binding: ModelBinding, send: typeof fetch): LanguageModel {
  return MODELS[binding.kind](binding, send);
}

function options({ baseUrl, apiKey }: Partial<ModelBinding>, send: typeof fetch) {
  return {
    fetch: send,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl.replace(/\/+$/, "") }),
  };
}
