import type { OutboundDeps } from "./deps.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The way out to a URL that the operator configured. The door to private networks is open for its
 * host and for no other. To be asked for every hop.
 */
export function operatorNetwork(
  deps: OutboundDeps,
  configuredUrl: string,
): (url: string) => typeof fetch {
  const host = hostOf(configuredUrl);
  return (url) => (hostOf(url) === host ? deps.network.operator : deps.network.public);
}

/** The ways to say loopback are one. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return LOOPBACK.has(hostname) ? "localhost" : hostname;
}
