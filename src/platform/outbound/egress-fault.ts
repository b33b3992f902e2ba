import { OutboundError } from "./outbound-error.ts";

/**
 * Marks an answer that no server gave: the self-hosted program says in it why a request did not get
 * through. Its value is `transient` or `final`, its body a sentence.
 */
export const FAULT_HEADER = "x-tradecraft-egress-fault";

/** Returns a network whose faults are errors instead of answers. */
export function throwFaults(network: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await network(input, init);
    const fault = response.headers.get(FAULT_HEADER);
    if (fault === null) return response;
    throw new OutboundError(await response.text(), { transient: fault === "transient" });
  };
}
