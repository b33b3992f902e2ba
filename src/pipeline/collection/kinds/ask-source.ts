import {
  fetchAnswer,
  type OutboundAnswer,
  statusError,
} from "../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../../platform/outbound/public-network.ts";
import { authorizationFor } from "../../../platform/outbound/server-credentials.ts";
import { sourceLimits, type TimeLimits } from "../../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "../deps.ts";

/** A request to a source. */
export interface SourceRequest {
  url: string;
  headers: Record<string, string>;
  /** Makes this a POST request, which does not follow redirects. */
  body?: string;
  limits?: TimeLimits;
  /** Statuses other than 200 that `read` handles. */
  also?: readonly number[];
}

/**
 * Sends a request to a source under the egress policy, with the configured credentials for its server.
 * @throws OutboundError for every other status, and what `read` throws
 */
export async function askSource<T>(
  deps: CollectionDeps,
  { limits = sourceLimits(deps.settings), also = [], ...request }: SourceRequest,
  read: (answer: OutboundAnswer) => Promise<T>,
): Promise<T> {
  const whole = {
    ...request,
    ...limits,
    ...(request.body !== undefined && { redirects: "refuse" as const }),
    networkFor: publicNetwork(deps),
    authorizationFor: (url: string) => authorizationFor(deps.settings.SERVER_CREDENTIALS, url),
  };
  return await fetchAnswer(whole, async (answer) => {
    const { status } = answer.response;
    if (status !== 200 && !also.includes(status)) throw refusal(deps, request.url, answer);
    return await read(answer);
  });
}

/** Returns whether the settings have credentials for a source. */
export function hasCredentials(deps: CollectionDeps, url: string): boolean {
  return authorizationFor(deps.settings.SERVER_CREDENTIALS, url) !== null;
}

/** Returns the error for a status. If credentials are required, it says where an operator configures them. */
export function refusal(
  deps: CollectionDeps,
  asked: string,
  { response, url }: OutboundAnswer,
): OutboundError {
  const error = statusError(asked, response, deps.now());
  const { status, transient, retryAfter } = error;
  if (status !== 401 && status !== 403) return error;
  const advice =
    new URL(url).origin === new URL(asked).origin && hasCredentials(deps, url)
      ? "The setting SERVER_CREDENTIALS has credentials for this server, which it does not accept."
      : "If the server needs credentials, an operator adds them to the setting SERVER_CREDENTIALS.";
  return new OutboundError(`${error.message} ${advice}`, {
    transient,
    retryAfter,
    status,
    cause: error,
  });
}
