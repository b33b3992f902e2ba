import { OutboundError } from "./outbound-error.ts";

/**
 * Marks a response from the self-hosted program instead of a server: it explains why a request failed. The value is
 * `transient` or `final`, and the body one sentence.
 */
export const FAULT_HEADER = "x-tradecraft-egress-fault";

/** Returns a network that throws faults instead of returning them as responses. */
export function throwFaults(network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await network(input, init);
    const fault = response.headers.get(FAULT_HEADER);
    if (fault === null) return response;
    throw new OutboundError(await response.text(), { transient: fault === "transient" });
  };
}
