import type { KnownKind } from "../vocabulary.ts";

/** How the entries of a list are compared with a value (MISP's warning lists, README). */
export const WARNING_LIST_TYPES = ["string", "substring", "hostname", "cidr", "regex"] as const;
export type WarningListType = (typeof WARNING_LIST_TYPES)[number];

/**
 * What follows when a list names a value (docs/warning-lists.md):
 * - `benign`: nobody blocks it, so it is suppressed
 * - `shared`: a service that many use, an attacker among them; never suppressed
 * - `reference`: whoever writes about attackers, and what is linked to read on
 * - `example`: kept for examples, so it is suppressed
 * - `note`: nothing; whoever asks is told
 */
export const WARNING_EFFECTS = ["benign", "shared", "reference", "example", "note"] as const;
export type WarningEffect = (typeof WARNING_EFFECTS)[number];
/** What a value itself is, where lists say anything that something follows from. */
export type ValueEffect = Exclude<WarningEffect, "note">;

/** Where a list comes from: with the software, or sent by an administrator. */
export const WARNING_LIST_SOURCES = ["shipped", "uploaded"] as const;
export type WarningListSource = (typeof WARNING_LIST_SOURCES)[number];

/** What a list says of itself. */
export interface ListFacts {
  /** Its name in paths and suppressions: upstream's folder, as `rfc1918`. */
  name: string;
  /** Its name for readers. */
  title: string;
  description: string;
  type: WarningListType;
  version: number;
  /** Upstream's types of attributes that it is for. */
  matching_attributes: readonly string[];
  /** How many entries it has. */
  entries: number;
  licence: string | null;
  /** Where its entries come from, as a URL; null where nobody says. */
  origin: string | null;
  /** What an administrator decided; null for what effects.ts says of its name. */
  effect: WarningEffect | null;
}

/** A list that names a value. */
export interface Naming {
  /** Of the list. */
  name: string;
  /** What follows for this value. */
  effect: WarningEffect;
  /** The entry, as it is compared. */
  entry: string;
}

const HASHES = ["md5", "sha1", "sha256", "sha512", "ssdeep", "imphash", "authentihash"] as const;

/** Upstream's types of attributes that are a kind of ours; `domain|ip` says no more than its parts. */
const KINDS_OF_ATTRIBUTE: Readonly<Record<string, readonly KnownKind[]>> = {
  "ip-src": ["ipv4", "ipv6"],
  "ip-dst": ["ipv4", "ipv6"],
  domain: ["domain", "url"],
  hostname: ["domain", "url"],
  url: ["url"],
  uri: ["url"],
  link: ["url"],
  email: ["email"],
  "email-src": ["email"],
  "email-dst": ["email"],
  filename: ["file_name"],
  regkey: ["registry_key"],
  mutex: ["mutex"],
  "user-agent": ["user_agent"],
  AS: ["asn"],
  vulnerability: ["cve"],
  "ja3-fingerprint-md5": ["ja3"],
  btc: ["cryptocurrency_wallet"],
  xmr: ["cryptocurrency_wallet"],
  ...Object.fromEntries(HASHES.map((kind) => [kind, [kind]])),
};

/** The kinds that a list with these attributes is asked for. */
export function kindsOf(attributes: readonly string[]): KnownKind[] {
  const known = attributes.filter((attribute) => Object.hasOwn(KINDS_OF_ATTRIBUTE, attribute));
  return [...new Set(known.flatMap((attribute) => KINDS_OF_ATTRIBUTE[attribute] ?? []))];
}
