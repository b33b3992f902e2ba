import ipaddr from "ipaddr.js";
import { normaliseDomain } from "./extract/domains.ts";
import { ipv4, ipv6 } from "./kinds/addresses.ts";
import { KINDS } from "./kinds/kinds.ts";
import { plainForm } from "./normalise.ts";
import type { Match } from "./vocabulary.ts";

type Valued = Omit<Match, "value">;

/** A character that sorts after anything that can follow a prefix. */
const LAST = "\u{10FFFF}";

/**
 * Returns an additional search key, or null. For values with a host, it is the reversed labels, such as
 * `com.example.www`. For a path, it is the last part after a slash. For a CVE, it is the number.
 */
export function searchKeyOf({ kind, normalized_value: value }: Valued): string | null {
  if (kind === "cve") return `/${value.slice("CVE-".length)}`;
  if (kind === "domain") return reversed(value);
  if (kind === "email") return reversed(value.slice(value.lastIndexOf("@") + 1));
  if (kind === "url") {
    const { hostname } = new URL(value);
    return /^[\d.[]/.test(hostname) ? null : reversed(hostname);
  }
  if (kind === "file_path" || kind === "registry_key") {
    return `/${value.split(/[\\/]+/).findLast((part) => part !== "") ?? ""}`;
  }
  return null;
}

const reversed = (host: string) => host.split(".").toReversed().join(".");

/** Returns the key that locates addresses in a network: 32 hexadecimal digits, or null for other kinds. */
export function addressKeyOf({ kind, normalized_value: value }: Valued): string | null {
  if (kind !== "ipv4" && kind !== "ipv6") return null;
  return hexOf(ipaddr.process(value.replace(/\/\d+$/, "")));
}

function hexOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const whole =
    address.kind() === "ipv6" ? address : (address as ipaddr.IPv4).toIPv4MappedAddress();
  return whole
    .toByteArray()
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/**
 * Returns the normal forms of a value, defanged or not, as any of the kinds, and the value itself, because imports
 * have additional kinds.
 */
export function formsOf(value: string): string[] {
  const plain = plainForm(value);
  const normal = Object.values(KINDS).map((kind) => kind.normalise(plain));
  const mapped = plain.toLowerCase().replace(/^::ffff:(?=\d{1,3}\.)/u, "");
  return [...new Set([value.trim(), plain, mapped, ...normal.filter((form) => form !== null)])];
}

/** From the first to the last, inclusive. */
export type Range = readonly [first: string, last: string];

/** Ranges of the values and keys that match a search. */
export interface SearchRanges {
  values: readonly Range[];
  keys: readonly Range[];
  addresses: readonly Range[];
}

/**
 * Returns the ranges for a search text, defanged or not. A network in CIDR notation matches the addresses in it.
 * Other text matches values that begin with it. A host name also matches names below it, and the last part of a
 * path also matches the path. `.evil.example` and `*.evil.example` match only names below.
 */
export function rangesOf(q: string): SearchRanges {
  const text = plainForm(q);
  const network = text.includes("/") ? networkOf(text) : null;
  if (network !== null) return { values: [], keys: [], addresses: [network] };
  const lower = text.toLowerCase();
  const [, parent] = /^\*?\.([^.].*)$/.exec(lower) ?? [];
  if (parent !== undefined) {
    const above = reversed(normaliseDomain(parent) ?? parent);
    return { values: [beginningWith(lower)], keys: [beginningWith(`${above}.`)], addresses: [] };
  }
  const host = normaliseDomain(text) ?? lower;
  const below = reversed(host);
  return {
    values: [...new Set([text, lower, host])].map(beginningWith),
    keys: [[below, below], beginningWith(`${below}.`), beginningWith(`/${lower}`)],
    addresses: [],
  };
}

const beginningWith = (prefix: string): Range => [prefix, prefix + LAST];

function networkOf(text: string): Range | null {
  const network = ipv4.normalise(text) ?? ipv6.normalise(text);
  if (network === null) return null;
  const [address = "", bits = null] = network.split("/");
  const first = ipaddr.parse(address);
  if (bits === null) return [hexOf(first), hexOf(first)];
  const last =
    first.kind() === "ipv4"
      ? ipaddr.IPv4.broadcastAddressFromCIDR(network)
      : ipaddr.IPv6.broadcastAddressFromCIDR(network);
  return [hexOf(first), hexOf(last)];
}
