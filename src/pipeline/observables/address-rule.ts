import ipaddr from "ipaddr.js";
import type { SuppressionRule } from "./vocabulary.ts";

/** Networks for documentation (RFC 5737), which ipaddr.js counts among the reserved ones. */
const DOCUMENTATION = [
  ipaddr.IPv4.parseCIDR("192.0.2.0/24"),
  ipaddr.IPv4.parseCIDR("198.51.100.0/24"),
  ipaddr.IPv4.parseCIDR("203.0.113.0/24"),
];

/**
 * The suppression rule for each range of ipaddr.js. Other ranges, such as those of AS112 (RFC 7534) and
 * AMT (RFC 7450), are globally reachable by IANA's IPv4 Special-Purpose Address Registry.
 */
const RULE_OF_RANGE: ReadonlyMap<string, SuppressionRule> = new Map([
  ["private", "private_address"],
  ["unspecified", "reserved_address"],
  ["carrierGradeNat", "reserved_address"],
  ["loopback", "reserved_address"],
  ["linkLocal", "reserved_address"],
  ["multicast", "reserved_address"],
  ["broadcast", "reserved_address"],
  ["reserved", "reserved_address"],
]);

/** The suppression rule for an IPv4 address that is not of the public internet, or null. */
export function addressRule(address: string): SuppressionRule | null {
  const parsed = ipaddr.IPv4.parse(address);
  if (DOCUMENTATION.some((network) => parsed.match(network))) return "documentation_address";
  return RULE_OF_RANGE.get(parsed.range()) ?? null;
}
