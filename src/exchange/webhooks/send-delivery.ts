import { type OutboundAnswer, fetchAnswer } from "../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../platform/outbound/public-network.ts";
import { readRetryAfter } from "../../platform/outbound/read-retry-after.ts";
import type { Delivery } from "./delivery-store.ts";
import type { WebhookDeps } from "./deps.ts";
import type { WebhookSecrets } from "./opened-webhook.ts";
import { signatureHeaders } from "./signing.ts";
import type { Webhook } from "./store.ts";

/** The result of an attempt. */
export interface Attempt {
  /** Null on success, otherwise a sentence without the path of the URL. */
  error: string | null;
  /** HTTP status; null without a response. */
  status: number | null;
  /** Seconds to wait, requested by the receiver. */
  retryAfter: number | null;
}

/** Timeout of an attempt, as Standard Webhooks recommends. */
const TIMEOUT_MS = 15_000;
/** Maximum bytes read of an error response. */
const MOST_BYTES = 1024;
/** A reason such as `invalid_payload`. Longer text may repeat the URL, which is a secret. */
const PLAIN_REASON = /^[a-z][a-z_ ,.]{2,80}$/i;

/** Sends a delivery once. Redirects are failures, because only the configured receiver is trusted. */
export async function sendDelivery(
  deps: WebhookDeps,
  webhook: Webhook,
  secrets: WebhookSecrets,
  { message_id: id, body }: Delivery,
): Promise<Attempt> {
  const at = deps.now();
  const isRotating = webhook.previous_until !== null && webhook.previous_until > at;
  const keys = [secrets.secret, ...(isRotating && secrets.previous ? [secrets.previous] : [])];
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    ...(await signatureHeaders({ id, at, body }, keys)),
  };
  const request = {
    url: secrets.url,
    name: webhook.host,
    body,
    redirects: "answer" as const,
    headers,
    timeoutMs: TIMEOUT_MS,
    totalMs: TIMEOUT_MS,
    networkFor: publicNetwork(deps),
  };
  try {
    return await fetchAnswer(request, async (answer) => await judge(answer, webhook.host, at));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { error: error.message, status: null, retryAfter: error.retryAfter };
  }
}

async function judge(answer: OutboundAnswer, host: string, now: string): Promise<Attempt> {
  const { status, headers, ok } = answer.response;
  if (ok) return { error: null, status, retryAfter: null };
  const retryAfter = readRetryAfter(headers.get("Retry-After"), now);
  if (status >= 300 && status < 400) {
    const error = `${host} redirects (HTTP ${status}), which is not followed; set the URL that it redirects to.`;
    return { error, status, retryAfter };
  }
  const reason = await readReason(answer);
  return { error: `${host} answers with HTTP ${status}${reason}.`, status, retryAfter };
}

/** Returns the receiver's reason for a failure, if it is a few words. */
async function readReason({ chunks }: OutboundAnswer): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of chunks()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MOST_BYTES) return "";
    }
  } catch {
    // The status alone is sufficient.
  }
  const reason = text.trim().replace(/\.+$/, "");
  return PLAIN_REASON.test(reason) ? `: ${reason}` : "";
}
