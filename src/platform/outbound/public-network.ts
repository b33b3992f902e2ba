import ipaddr from "ipaddr.js";
import type { OutboundDeps } from "./deps.ts";
import { OutboundError } from "./outbound-error.ts";

/** Names that resolve to the machine itself or its network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** All globally reachable IPv6 (RFC 4291, IANA), except some ranges within it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns why a URL must not be requested, as the end of a sentence, or null. Only the form of a name is checked here.
 * What it resolves to is checked when connecting.
 */
export function whyNotPublic(url: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(url)) return "is no URL";
  const { protocol, username, password, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return "must begin with http:// or https://";
  if (username !== "" || password !== "") return "must not carry a user name or password";
  if (hostname === "") return "names no host";
  return allowPrivate || isPublicHost(hostname) ? null : "lies in a private or reserved network";
}

/** Returns whether a host name or address has the form of a public one. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  // URL has normalized decimal, octal and hexadecimal forms of IPv4.
  if (ipaddr.isValid(host)) {
    const address = ipaddr.parse(host);
    // ipaddr.js has no separate range for addresses that embed IPv4 (::127.0.0.1), so IPv6 must be in GLOBAL_IPV6.
    const isGiven = address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
    return isGiven && address.range() === "unicast";
  }
  return host.includes(".") && !PRIVATE_NAMES.test(host);
}

/**
 * Returns the egress policy for hosts named by third parties (feeds, articles, RDAP servers): public addresses only,
 * unless ALLOW_PRIVATE_SOURCES is set. Call it at every hop.
 * @throws OutboundError for a URL that must not be requested
 */
export function publicNetwork(deps: OutboundDeps): (url: string) => typeof fetch {
  const allowPrivate = deps.settings.ALLOW_PRIVATE_SOURCES;
  return (url) => {
    const why = whyNotPublic(url, allowPrivate);
    if (why !== null) throw new OutboundError(`${hostOf(url)} ${why}.`, { transient: false });
    return allowPrivate ? deps.network.operator : deps.network.public;
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "The address";
}
