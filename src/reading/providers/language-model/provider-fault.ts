import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../../../platform/lib/errors.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { readRetryAfter } from "../../../platform/outbound/read-retry-after.ts";
import { describeRemedy } from "./context-remedy.ts";
import type { ModelBinding } from "./open-model.ts";

/** How llama.cpp, vLLM, Ollama and OpenAI name a prompt that exceeds the context. */
const EXCEEDS_CONTEXT = /context[_ ](?:size|length|window)/i;

/** A fault of a provider: the error to answer, and whether the call may be tried again. */
export interface ProviderFault {
  error: AppError;
  isTransient: boolean;
  /** Seconds that the provider asks us to wait. */
  retryAfter: number | null;
}

/** Says what went wrong with a call, in our own words. */
export function toFault(cause: unknown, binding: ModelBinding): ProviderFault {
  if (cause instanceof OutboundError) {
    const { message, transient: isTransient, retryAfter } = cause;
    return { error: new AppError("provider_error", message), isTransient, retryAfter };
  }
  const call = APICallError.isInstance(cause) ? cause : null;
  const status = call?.statusCode ?? null;
  const header = call?.responseHeaders?.["retry-after"];
  const retryAfter = readRetryAfter(header, new Date().toISOString());
  const isTransient =
    status === null || status < 400 || status === 408 || status === 429 || status >= 500;
  const options = {
    // For the log. Their own words stay out of it: some quote the key that they refuse.
    cause: new Error(`${cause instanceof Error ? cause.name : "fault"}, HTTP ${status ?? "-"}`),
    ...(retryAfter !== null && { headers: { "Retry-After": String(retryAfter) } }),
  };
  const message =
    status === 400 && EXCEEDS_CONTEXT.test(call?.responseBody ?? "")
      ? `The provider refused a prompt that exceeds its context (HTTP 400). ${describeRemedy(binding)}`
      : describe(status, binding, retryAfter);
  return { error: new AppError("provider_error", message, options), isTransient, retryAfter };
}

/** The fault of an address where no model answers: a web page, such as that of a proxy or a sign-in. */
export function noModelThere(type: string, { prefix, kind }: ModelBinding): AppError {
  const what = type.split(";")[0]?.trim().slice(0, 100);
  return new AppError(
    "provider_error",
    `The provider (${kind}) answers with ${what} instead of a model's answer; check ${prefix}_BASE_URL.`,
  );
}

function describe(status: number | null, binding: ModelBinding, retryAfter: number | null): string {
  const { prefix, model, kind } = binding;
  if (status === null || status < 400) {
    return `The provider (${kind}) cannot be reached or broke off; check ${prefix}_BASE_URL and try again.`;
  }
  if (status === 401 || status === 403) {
    return `The provider refused the key (HTTP ${status}); check ${prefix}_API_KEY.`;
  }
  if (status === 404) {
    return `The provider does not know the model '${model}' (HTTP 404); check ${prefix}_MODEL and ${prefix}_BASE_URL.`;
  }
  if (status === 429) {
    const when = retryAfter === null ? "later" : `in ${retryAfter} seconds`;
    return `The provider limits our rate (HTTP 429); try again ${when}.`;
  }
  if (status >= 500) return `The provider failed (HTTP ${status}); try again later.`;
  return `The provider refused the request (HTTP ${status}); check ${prefix}_MODEL.`;
}
