import type { OutboundDeps } from "./deps.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Which network to use for requests to a URL that the operator configured: the operator network for
 * its host, the public one for every other. To be asked for every hop.
 */
export function operatorNetwork(
  deps: OutboundDeps,
  configuredUrl: string,
): (url: string) => typeof fetch {
  const host = hostOf(configuredUrl);
  return (url) => (hostOf(url) === host ? deps.network.operator : deps.network.public);
}

/** All names of loopback count as one host. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return LOOPBACK.has(hostname) ? "localhost" : hostname;
}
