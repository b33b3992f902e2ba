import type { SuppressionRule } from "./vocabulary.ts";
import {
  holds4,
  holds6,
  parseRange4,
  parseRange6,
  type Ranges,
  toRanges,
} from "./warning-lists/address-ranges.ts";

/**
 * Networks outside the public internet, from IANA's special-purpose registries of IPv4 and IPv6 addresses. Other
 * entries there, such as AS112 (RFC 7534) and AMT (RFC 7450), are globally reachable. These apply in addition to
 * the warning lists, which an administrator may change: requests to third parties must never include one of these.
 */
const NETWORKS: readonly (readonly [SuppressionRule, Ranges])[] = [
  [
    "documentation_address",
    rangesOf("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
  ],
  ["private_address", rangesOf("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")],
  [
    "reserved_address",
    rangesOf(
      "0.0.0.0/8",
      "100.64.0.0/10",
      "127.0.0.0/8",
      "169.254.0.0/16",
      "192.0.0.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "224.0.0.0/3",
      // Unspecified and loopback addresses, and those that embed an IPv4 address of their own network.
      "::/96",
      "::ffff:0:0/96",
      "64:ff9b:1::/48",
      "100::/64",
      "2001::/32",
      "2001:2::/48",
      "2001:10::/28",
      "5f00::/16",
      "fe80::/10",
      "fec0::/10",
      "ff00::/8",
    ),
  ],
];

function rangesOf(...networks: string[]): Ranges {
  const ranges = toRanges(networks);
  if (typeof ranges === "number") throw new Error(`${networks[ranges]} is no network.`);
  return ranges;
}

/** Returns the suppression rule for an address or network outside the public internet, or null. */
export function addressRule(address: string): SuppressionRule | null {
  const four = parseRange4(address);
  const six = four === null ? parseRange6(address) : null;
  for (const [rule, ranges] of NETWORKS) {
    if (four !== null && holds4(ranges, four)) return rule;
    if (six !== null && holds6(ranges, six)) return rule;
  }
  return null;
}
