import ipaddr from "ipaddr.js";
import type { OutboundDeps } from "./deps.ts";
import { OutboundError } from "./outbound-error.ts";

/** Names that lead into the own machine or network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** All IPv6 that is given out to be reached from anywhere (RFC 4291, IANA); parts of it are not. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why a URL is not to be asked, as the end of a sentence, or null. Names are judged here by their
 * form alone; what they resolve to is checked where the connection is made.
 */
export function whyNotPublic(url: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(url)) return "is no URL";
  const { protocol, username, password, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return "must begin with http:// or https://";
  if (username !== "" || password !== "") return "must not carry a user name or password";
  if (hostname === "") return "names no host";
  return allowPrivate || isPublicHost(hostname) ? null : "lies in a private or reserved network";
}

/** Whether the form of a host, a name or an address, is that of a public one. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  // URL has brought decimal, octal and hexadecimal forms of IPv4 into the dotted one.
  if (ipaddr.isValid(host)) {
    const address = ipaddr.parse(host);
    // What holds an IPv4 address in its last bits (::127.0.0.1) has no range of its own there.
    const isGiven = address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
    return isGiven && address.range() === "unicast";
  }
  return host.includes(".") && !PRIVATE_NAMES.test(host);
}

/**
 * The egress policy for hosts that others name (feeds, articles, RDAP servers): public addresses only,
 * unless ALLOW_PRIVATE_SOURCES is set. To be asked for every hop.
 * @throws OutboundError for a URL that is not to be asked
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
