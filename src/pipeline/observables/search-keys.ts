import ipaddr from "ipaddr.js";
import { normaliseDomain } from "./extract/domains.ts";
import { ipv4, ipv6 } from "./kinds/addresses.ts";
import { KINDS } from "./kinds/kinds.ts";
import { plainForm } from "./normalise.ts";
import type { Match } from "./vocabulary.ts";

type Valued = Omit<Match, "value">;

/** Sorts behind whatever may follow a prefix. */
const LAST = "\u{10FFFF}";

/**
 * What a search begins with besides the value itself, or null: of a host name, and of what has one, its
 * labels from the last to the first, as `com.example.www`; of a path its last part behind a slash, of a
 * CVE its number.
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

/** The key by which addresses are found in a network: 32 hexadecimal digits; null for other kinds. */
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
 * The normal forms that a value has, defanged or not, as any of the kinds; and the value as it is, since imports
 * bring kinds of their own.
 */
export function formsOf(value: string): string[] {
  const plain = plainForm(value);
  const normal = Object.values(KINDS).map((kind) => kind.normalise(plain));
  const mapped = plain.toLowerCase().replace(/^::ffff:(?=\d{1,3}\.)/u, "");
  return [...new Set([value.trim(), plain, mapped, ...normal.filter((form) => form !== null)])];
}

/** From the first to the last, both included. */
export type Range = readonly [first: string, last: string];

/** What a search looks for: ranges of the values and keys that answer it. */
export interface SearchRanges {
  values: readonly Range[];
  keys: readonly Range[];
  addresses: readonly Range[];
}

/**
 * Ranges for a text that somebody searches for, defanged or not: a network in CIDR notation means the
 * addresses in it; everything else the values that begin with it, a host name also what lies below it,
 * the last part of a path also the path. `.evil.example` and `*.evil.example` mean what lies below it alone.
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
