import type { OutboundDeps } from "./deps.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the network for a URL that the operator configured: the operator network for its host, the public one for any
 * other. Call it at every hop.
 */
export function operatorNetwork(
  deps: OutboundDeps,
  configuredUrl: string,
): (url: string) => typeof fetch {
  const host = hostOf(configuredUrl);
  return (url) => (hostOf(url) === host ? deps.network.operator : deps.network.public);
}

/** Returns the host of a URL. All loopback names count as one host. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return LOOPBACK.has(hostname) ? "localhost" : hostname;
}
