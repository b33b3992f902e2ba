import type { Context } from "../context.ts";
import { followRedirects, type OutboundAnswer, statusError } from "../outbound/follow-redirects.ts";
import { operatorNetwork } from "../outbound/operator-network.ts";

/** What upstream answered: 200, 206, 304, or 416 to a range that it does not have. */
export interface Delivery {
  status: number;
  headers: Headers;
  /** The body; every chunk must come within the time-out. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Lets go of a body that nobody reads. */
  cancel(): Promise<void>;
}

/**
 * Asks upstream for a file. The door to private networks is open for the host that the operator
 * configured and for no other, at every hop.
 * @throws OutboundError for any other answer, and when there is none in time
 */
export async function fetchUpstream(
  context: Context,
  url: string,
  headers: Record<string, string>,
  timeoutMs = context.settings.UPSTREAM_TIMEOUT_MS,
): Promise<Delivery> {
  const networkFor = operatorNetwork(context, context.settings.ATTACK_INDEX_URL);
  const answer = await followRedirects({ url, headers, timeoutMs, networkFor });
  if (!DELIVERIES.has(answer.response.status)) {
    void answer.response.body?.cancel();
    throw statusError(url, answer.response);
  }
  return toDelivery(answer);
}

const DELIVERIES = new Set([200, 206, 304, 416]);

function toDelivery({ response, watch }: OutboundAnswer): Delivery {
  const { status, headers, body } = response;
  return {
    status,
    headers,
    chunks: () => watch.chunksOf(body),
    cancel: async () => await body?.cancel(),
  };
}
