import type { SyncDeps } from "./deps.ts";
import {
  fetchAnswer,
  type OutboundAnswer,
  statusError,
} from "../../platform/outbound/fetch-answer.ts";
import { operatorNetwork } from "../../platform/outbound/operator-network.ts";
import type { TimeLimits } from "../../platform/outbound/time-limits.ts";

/** A response from upstream: 200, 206, 304, or 416 to a range that it does not have. */
export interface Delivery {
  status: number;
  headers: Headers;
  /** Yields the body. Every chunk must arrive within the time-out. */
  chunks(): AsyncGenerator<Uint8Array>;
}

export interface UpstreamRequest extends TimeLimits {
  url: string;
  headers: Record<string, string>;
}

const DELIVERIES = new Set([200, 206, 304, 416]);

/**
 * Requests a file from upstream and passes the response to `read`. Private networks are allowed only for the host that
 * the operator configured, at every hop.
 * @throws OutboundError for any other status and on a time-out; what `read` throws
 */
export async function fetchUpstream<T>(
  deps: SyncDeps,
  request: UpstreamRequest,
  read: (delivery: Delivery) => Promise<T>,
): Promise<T> {
  const networkFor = operatorNetwork(deps, deps.settings.ATTACK_INDEX_URL);
  return await fetchAnswer({ ...request, networkFor }, async (answer: OutboundAnswer) => {
    const { status, headers } = answer.response;
    if (!DELIVERIES.has(status)) throw statusError(request.url, answer.response, deps.now());
    return await read({ status, headers, chunks: answer.chunks });
  });
}
