/** Kinds of observables that text analysis finds (docs/observables.md). */
export const OBSERVABLE_KINDS = [
  "cve",
  "ipv4",
  "ipv6",
  "domain",
  "url",
  "email",
  "md5",
  "sha1",
  "sha256",
  "sha512",
  "ssdeep",
  "imphash",
  "authentihash",
  "ja3",
  "ja3s",
  "ja4",
  "certificate_hash",
  "file_name",
  "file_path",
  "registry_key",
  "mutex",
  "user_agent",
  "asn",
  "cryptocurrency_wallet",
] as const;
export type KnownKind = (typeof OBSERVABLE_KINDS)[number];

/** A kind that occurs only in imports, under its format and type: `misp:mac-address`. */
export type ForeignKind = `misp:${string}` | `stix:${string}`;
export type ObservableKind = KnownKind | ForeignKind;

/** The form of a foreign kind. */
export const FOREIGN_KIND = /^(?:misp|stix):[a-z0-9|_ .:-]{1,100}$/;

/** Returns whether text analysis finds a kind. */
export function isKnownKind(kind: string): kind is KnownKind {
  return (OBSERVABLE_KINDS as readonly string[]).includes(kind);
}

/**
 * Roles of a value in a text, the strongest first. An observable has the role of its strongest mention
 * (docs/observables.md).
 */
export const OBSERVABLE_ROLES = [
  "indicator",
  "mentioned",
  "victim",
  "legitimate_service",
  "tool_site",
  "host",
  "example",
  "reference",
  "vendor",
] as const;
export type ObservableRole = (typeof OBSERVABLE_ROLES)[number];

/** Columns that a list can be sorted by. */
export const OBSERVABLE_SORTS = [
  "value",
  "kind",
  "role",
  "confidence",
  "reports",
  "first_seen",
  "last_seen",
  "expires",
  "tags",
] as const;
export type ObservableSort = (typeof OBSERVABLE_SORTS)[number];

/** Whether a text or an analyst named it first. */
export const OBSERVABLE_ORIGINS = ["extracted", "manual"] as const;

/**
 * Suppression rules: reasons to exclude a match from the observables. Each suppression is listed and can be
 * restored.
 */
export const SUPPRESSION_RULES = [
  "private_address",
  "reserved_address",
  "documentation_address",
  "well_known_resolver",
  "benign_domain",
  "reserved_domain",
  "publisher_domain",
  "empty_file_hash",
  "warning_list",
  "example",
  "reference",
  "vendor",
  "not_in_text",
  "deleted_by_analyst",
] as const;
export type SuppressionRule = (typeof SUPPRESSION_RULES)[number];

/** Types of sources that mention an observable. */
export const OBSERVABLE_SOURCES = ["report", "session"] as const;
export type ObservableSource = (typeof OBSERVABLE_SOURCES)[number];

/** A value in a text: refanged as written, and in normalized form. */
export interface Match {
  kind: ObservableKind;
  value: string;
  normalized_value: string;
}

/** Returns a key that identifies a match among others of one text. */
export function keyOf({ kind, normalized_value: value }: Omit<Match, "value">): string {
  return `${kind} ${value}`;
}
