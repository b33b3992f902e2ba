import type { SyncDeps } from "./deps.ts";
import {
  fetchAnswer,
  type OutboundAnswer,
  statusError,
} from "../../platform/outbound/fetch-answer.ts";
import { operatorNetwork } from "../../platform/outbound/operator-network.ts";
import type { TimeLimits } from "../../platform/outbound/time-limits.ts";

/** What upstream answered: 200, 206, 304, or 416 to a range that it does not have. */
export interface Delivery {
  status: number;
  headers: Headers;
  /** The body; every chunk must come within the time-out. */
  chunks(): AsyncGenerator<Uint8Array>;
}

export interface UpstreamRequest extends TimeLimits {
  url: string;
  headers: Record<string, string>;
}

const DELIVERIES = new Set([200, 206, 304, 416]);

/**
 * Asks upstream for a file and has the answer read. Private networks may be reached for the host that
 * the operator configured and for no other, at every hop.
 * @throws OutboundError for any other answer, and when there is none in time; what `read` throws
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
