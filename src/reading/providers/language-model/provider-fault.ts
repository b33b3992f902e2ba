import { APICallError } from "@ai-sdk/provider";
import { AppError } from "../../../platform/lib/errors.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { readRetryAfter } from "../../../platform/outbound/read-retry-after.ts";
import { describeRemedy } from "./context-remedy.ts";
import type { ModelBinding } from "./open-model.ts";

/** How llama.cpp, vLLM, Ollama, OpenAI, Anthropic and Google name a prompt that exceeds the context. */
const EXCEEDS_CONTEXT =
  /context[_ ](?:size|length|window)|prompt is too long|input token count|request_too_large/i;
/** Google refuses a bad key with 400. */
const REFUSES_KEY = /API[_ ]KEY[_ ]INVALID|API key not valid/i;
/** How OpenAI, and services with its format, refuse a prompt that their filter objects to. */
const FILTERS_PROMPT =
  /"(?:content_filter|invalid_prompt|data_inspection_failed)"|ResponsibleAIPolicy/;
/** An account without credit; waiting does not help. */
const WITHOUT_CREDIT = /insufficient_quota|insufficient balance|credit balance is too low/i;
/** A fault that OpenAI's Responses API reports with HTTP 200; the package makes it 400. */
const FAILED_RESPONSE = /"code"\s*:\s*"server_error"/;

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
  const words = wordsOf(cause);
  const status = FAILED_RESPONSE.test(call?.responseBody ?? "") ? 500 : (call?.statusCode ?? null);
  const header = call?.responseHeaders?.["retry-after"];
  const retryAfter = readRetryAfter(header, new Date().toISOString());
  const final = describeFinal(status, words, binding);
  if (final !== null) return { error: final, isTransient: false, retryAfter: null };
  const isTransient =
    status === null || status < 400 || status === 408 || status === 429 || status >= 500;
  const options = {
    // For the log. Their own words stay out of it: some quote the key that they refuse.
    cause: new Error(`${cause instanceof Error ? cause.name : "fault"}, HTTP ${status ?? "-"}`),
    ...(retryAfter !== null && { headers: { "Retry-After": String(retryAfter) } }),
  };
  const message = describe(status, binding, retryAfter);
  return { error: new AppError("provider_error", message, options), isTransient, retryAfter };
}

/** The fault that the words of a refusal name, more exactly than its status does; null if they name none. */
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

/** What the provider says of a fault: the body of its answer, or the error that it wrote into a stream. */
function wordsOf(cause: unknown): string {
  if (APICallError.isInstance(cause)) return cause.responseBody ?? "";
  return cause instanceof Error ? cause.message : (JSON.stringify(cause) ?? "");
}

/** A prompt that is too long by itself is refused; while a call runs, another one may use the rest of the context. */
function describeExcess(status: number | null): string {
  if (status !== null && status >= 400 && status < 500) {
    return `The provider refused a prompt that exceeds its context (HTTP ${status}).`;
  }
  return "The prompt exceeds the context of the provider, or what other calls leave of it (llama.cpp shares it among calls unless started with --parallel 1).";
}

function refusedKey(status: number, { prefix }: ModelBinding): string {
  return `The provider refused the key (HTTP ${status}); check ${prefix}_API_KEY.`;
}

/** The fault of a model, or a service around it, that refuses to answer; asking again does not help. */
export function withheld({ kind, prefix }: ModelBinding): AppError {
  return new AppError(
    "provider_bad_output",
    `The safety filter of the provider (${kind}) withheld the answer. Choose another model (${prefix}_MODEL), or analyze the report with another provider.`,
  );
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
