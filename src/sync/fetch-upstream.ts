import type { Context } from "../context.ts";
import { followRedirects, type OutboundAnswer, statusError } from "../outbound/follow-redirects.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

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
  const networkFor = (target: string) => chooseNetwork(context, target);
  const answer = await followRedirects({ url, headers, timeoutMs, networkFor });
  if (!DELIVERIES.has(answer.response.status)) {
    void answer.response.body?.cancel();
    throw statusError(url, answer.response);
  }
  return toDelivery(answer);
}

function chooseNetwork(context: Context, url: string): typeof fetch {
  const nameOf = (address: string) => {
    const { hostname } = new URL(address);
    return LOOPBACK.has(hostname) ? "localhost" : hostname;
  };
  const isOperators = nameOf(url) === nameOf(context.settings.ATTACK_INDEX_URL);
  return isOperators ? context.network.operator : context.network.public;
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
