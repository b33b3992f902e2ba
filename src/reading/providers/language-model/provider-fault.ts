import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../../../platform/lib/errors.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { readRetryAfter } from "../../../platform/outbound/read-retry-after.ts";
import { describeRemedy } from "./context-remedy.ts";
import type { ModelBinding } from "./open-model.ts";

/** Messages of llama.cpp, vLLM, Ollama, OpenAI, Anthropic and Google for a prompt that exceeds the context. */
const EXCEEDS_CONTEXT =
  /context[_ ](?:size|length|window)|prompt is too long|input token count|request_too_large/i;
/** Google rejects a bad key with 400. */
const REFUSES_KEY = /API[_ ]KEY[_ ]INVALID|API key not valid/i;
/** Messages of OpenAI and compatible services for a prompt that their filter rejects. */
const FILTERS_PROMPT =
  /"(?:content_filter|invalid_prompt|data_inspection_failed)"|ResponsibleAIPolicy/;
/** Messages for an account without credit. Waiting does not help. */
const WITHOUT_CREDIT = /insufficient_quota|insufficient balance|credit balance is too low/i;
/** A fault that OpenAI's Responses API reports with HTTP 200. The package changes it to 400. */
const FAILED_RESPONSE = /"code"\s*:\s*"server_error"/;

/** A provider's fault: the error to return, and whether to retry the call. */
export interface ProviderFault {
  error: AppError;
  isTransient: boolean;
  /** Seconds to wait, as requested by the provider. */
  retryAfter: number | null;
}

/** Describes a failed call in the service's own words. */
export function toFault(cause: unknown, binding: ModelBinding): ProviderFault {
  if (cause instanceof OutboundError) {
    const { message, transient: isTransient, retryAfter } = cause;
    return { error: new AppError("provider_error", message), isTransient, retryAfter };
  }
  const call = APICallError.isInstance(cause) ? cause : null;
  const words = wordsOf(cause);
  const status = FAILED_RESPONSE.test(call?.responseBody ?? "") ? 500 : (call?.statusCode ?? null);
  const header = call?.responseHeaders?.["retry-after"];
  const retryAfter = readRetryAfter(header, new Date().toISOString());
  const final = describeFinal(status, words, binding);
  if (final !== null) return { error: final, isTransient: false, retryAfter: null };
  const isTransient =
    status === null || status < 400 || status === 408 || status === 429 || status >= 500;
  const options = {
    // For the log. Omits the provider's message, which may quote a rejected key.
    cause: new Error(`${cause instanceof Error ? cause.name : "fault"}, HTTP ${status ?? "-"}`),
    ...(retryAfter !== null && { headers: { "Retry-After": String(retryAfter) } }),
  };
  const message = describe(status, binding, retryAfter);
  return { error: new AppError("provider_error", message, options), isTransient, retryAfter };
}

/** Returns the fault described by a rejection's message, which is more exact than its status, or null. */
function describeFinal(
  status: number | null,
  words: string,
  binding: ModelBinding,
): AppError | null {
  const fault = (message: string) => new AppError("provider_error", message);
  if (status !== 429 && EXCEEDS_CONTEXT.test(words)) {
    return fault(`${describeExcess(status)} ${describeRemedy(binding)}`);
  }
  if (status === null || status < 400) return null;
  if (FILTERS_PROMPT.test(words)) return withheld(binding);
  if (REFUSES_KEY.test(words)) return fault(refusedKey(status, binding));
  if (WITHOUT_CREDIT.test(words)) {
    const { prefix } = binding;
    return fault(
      `The provider's account has no credit left (HTTP ${status}); add credit, or set another key as ${prefix}_API_KEY.`,
    );
  }
  return null;
}

/** Returns the provider's message: the response body, or an error in a stream. */
function wordsOf(cause: unknown): string {
  if (APICallError.isInstance(cause)) return cause.responseBody ?? "";
  return cause instanceof Error ? cause.message : (JSON.stringify(cause) ?? "");
}

/**
 * Describes an excess. A prompt that is too long is rejected, but a running call may also lose context to another one.
 */
function describeExcess(status: number | null): string {
  if (status !== null && status >= 400 && status < 500) {
    return `The provider refused a prompt that exceeds its context (HTTP ${status}).`;
  }
  return "The prompt exceeds the context of the provider, or what other calls leave of it (llama.cpp shares it among calls unless started with --parallel 1).";
}

function refusedKey(status: number, { prefix }: ModelBinding): string {
  return `The provider refused the key (HTTP ${status}); check ${prefix}_API_KEY.`;
}

/** Returns the fault for a model or service that refuses to answer. Retrying does not help. */
export function withheld({ kind, prefix }: ModelBinding): AppError {
  return new AppError(
    "provider_bad_output",
    `The safety filter of the provider (${kind}) withheld the answer. Choose another model (${prefix}_MODEL), or analyze the report with another provider.`,
  );
}

/** Returns the fault for an address without a model, such as a proxy's or sign-in page. */
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
    return refusedKey(status, binding);
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
