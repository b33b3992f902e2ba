import type { KnownKind } from "../vocabulary.ts";

/** How the entries of a list are compared with a value (MISP's warning lists, README). */
export const WARNING_LIST_TYPES = ["string", "substring", "hostname", "cidr", "regex"] as const;
export type WarningListType = (typeof WARNING_LIST_TYPES)[number];

/**
 * The effect of a list that names a value (docs/warning-lists.md):
 * - `benign`: not to be blocked, so it is suppressed
 * - `shared`: a service with many users, including attackers; never suppressed
 * - `reference`: sites that publish about attackers, and further reading
 * - `example`: reserved for examples, so it is suppressed
 * - `note`: no effect, only reported on request
 */
export const WARNING_EFFECTS = ["benign", "shared", "reference", "example", "note"] as const;
export type WarningEffect = (typeof WARNING_EFFECTS)[number];
/** The effect of lists on a value, excluding `note`. */
export type ValueEffect = Exclude<WarningEffect, "note">;

/** The source of a list: shipped with the software, or uploaded by an administrator. */
export const WARNING_LIST_SOURCES = ["shipped", "uploaded"] as const;
export type WarningListSource = (typeof WARNING_LIST_SOURCES)[number];

/** Metadata of a list. */
export interface ListFacts {
  /** Its name in paths and suppressions: upstream's folder, such as `rfc1918`. */
  name: string;
  /** Its name for readers. */
  title: string;
  description: string;
  type: WarningListType;
  version: number;
  /** Upstream's attribute types that it applies to. */
  matching_attributes: readonly string[];
  /** Number of entries. */
  entries: number;
  licence: string | null;
  /** URL of the source of its entries, or null if none is given. */
  origin: string | null;
  /** An administrator's decision, or null for the default of its name in effects.ts. */
  effect: WarningEffect | null;
}

/** A list that names a value. */
export interface Naming {
  /** Name of the list. */
  name: string;
  /** The effect on this value. */
  effect: WarningEffect;
  /** The entry, in normalized form. */
  entry: string;
}

const HASHES = ["md5", "sha1", "sha256", "sha512", "ssdeep", "imphash", "authentihash"] as const;

/** The kinds for upstream's attribute types. `domain|ip` adds nothing to its parts. */
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

/** Returns the kinds that a list with these attributes applies to. */
export function kindsOf(attributes: readonly string[]): KnownKind[] {
  const known = attributes.filter((attribute) => Object.hasOwn(KINDS_OF_ATTRIBUTE, attribute));
  return [...new Set(known.flatMap((attribute) => KINDS_OF_ATTRIBUTE[attribute] ?? []))];
}
