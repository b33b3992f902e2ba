import { getDomain } from "tldts";
import {
  BENIGN_DOMAINS,
  GOVERNMENT_SUFFIXES,
  HOSTING_DOMAINS,
  RESERVED_DOMAINS,
} from "./benign-domains.ts";
import type { Match, SuppressionRule } from "./vocabulary.ts";

type Range = readonly [first: string, bits: number, rule: SuppressionRule];

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), multicast and class E. */
const RANGES: readonly Range[] = [
  ["10.0.0.0", 8, "private_address"],
  ["172.16.0.0", 12, "private_address"],
  ["192.168.0.0", 16, "private_address"],
  ["0.0.0.0", 8, "reserved_address"],
  ["100.64.0.0", 10, "reserved_address"],
  ["127.0.0.0", 8, "reserved_address"],
  ["169.254.0.0", 16, "reserved_address"],
  ["192.0.0.0", 24, "reserved_address"],
  ["192.88.99.0", 24, "reserved_address"],
  ["198.18.0.0", 15, "reserved_address"],
  ["224.0.0.0", 3, "reserved_address"],
  ["192.0.2.0", 24, "documentation_address"],
  ["198.51.100.0", 24, "documentation_address"],
  ["203.0.113.0", 24, "documentation_address"],
];

/** Public resolvers that every network talks to. */
const RESOLVERS = new Set(
  "1.1.1.1 1.0.0.1 8.8.8.8 8.8.4.4 9.9.9.9 149.112.112.112 208.67.222.222 208.67.220.220 4.2.2.1 4.2.2.2 114.114.114.114 223.5.5.5 77.88.8.8".split(
    " ",
  ),
);

/** MD5 and SHA-256 of no bytes at all. */
const EMPTY_FILE = new Set([
  "d41d8cd98f00b204e9800998ecf8427e",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
]);

const ranges = RANGES.map(([first, bits, rule]) => {
  const size = 2 ** (32 - bits);
  return { from: toNumber(first), to: toNumber(first) + size, rule };
});

/**
 * The rule that keeps a match out, or null.
 * @param publisher host of the site that the text comes from, whose own name tells nothing
 */
export function suppressionOf(match: Match, publisher: string | null): SuppressionRule | null {
  const value = match.normalized_value;
  if (match.kind === "domain") return domainRule(value, publisher);
  if (match.kind === "ipv4") {
    return addressRule(value) ?? (RESOLVERS.has(value) ? "well_known_resolver" : null);
  }
  return EMPTY_FILE.has(value) ? "empty_file_hash" : null;
}

/** The rule for an address that is not of the public internet, or null. */
export function addressRule(address: string): SuppressionRule | null {
  const number = toNumber(address);
  return ranges.find(({ from, to }) => number >= from && number < to)?.rule ?? null;
}

function domainRule(host: string, publisher: string | null): SuppressionRule | null {
  const domain = getDomain(host);
  if (domain === null) return null;
  if (RESERVED_DOMAINS.has(domain)) return "reserved_domain";
  if (publisher !== null && getDomain(publisher) === domain && !isHosted(host)) {
    return "publisher_domain";
  }
  const isBenign = BENIGN_DOMAINS.has(domain) || isGovernment(host);
  return isBenign && !isHosted(host) ? "benign_domain" : null;
}

function isGovernment(host: string): boolean {
  return GOVERNMENT_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

/** Where anybody may put content below a well-known name, that name says nothing for it. */
function isHosted(host: string): boolean {
  return HOSTING_DOMAINS.some((hosting) => host === hosting || host.endsWith(`.${hosting}`));
}

function toNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}
