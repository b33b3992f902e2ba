import { AppError } from "../../platform/lib/errors.ts";
import { whyNotPublic } from "../../platform/outbound/public-network.ts";
import type { WebhookDeps } from "./deps.ts";

/**
 * Validates and normalizes the URL of a receiver. It may be a secret, so the error does not repeat it.
 * @throws AppError `validation_error` for a URL that the egress policy forbids, or without TLS
 */
export function requireReceiverUrl(
  { settings: { ALLOW_PRIVATE_SOURCES: allowPrivate } }: Pick<WebhookDeps, "settings">,
  given: string,
): URL {
  const url = URL.parse(given);
  const why = whyNotPublic(given, allowPrivate) ?? whyNotSafe(url, allowPrivate);
  if (url !== null && why === null) return url;
  const detail = `The receiver's url ${why ?? "is no URL"}.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/url", detail }] });
}

/** Requires TLS unless private addresses are allowed, since a private network may lack certificates. */
function whyNotSafe(url: URL | null, allowPrivate: boolean): string | null {
  return allowPrivate || url?.protocol === "https:" ? null : "must begin with https://";
}
