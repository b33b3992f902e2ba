/** Kinds of observables that texts are read for (docs/observables.md). */
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

/** A kind that only an import knows, under its format and its own type: `misp:mac-address`. */
export type ForeignKind = `misp:${string}` | `stix:${string}`;
export type ObservableKind = KnownKind | ForeignKind;

/** What a foreign kind is written like. */
export const FOREIGN_KIND = /^(?:misp|stix):[a-z0-9|_ .:-]{1,100}$/;

/** Whether texts are read for a kind. */
export function isKnownKind(kind: string): kind is KnownKind {
  return (OBSERVABLE_KINDS as readonly string[]).includes(kind);
}

/**
 * What a text says that a value is, the strongest first: an observable has the role of its strongest
 * mention (docs/observables.md).
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

/** Suppression rules: why a match is kept out of the observables. Each is listed and can be restored. */
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

/** What mentions an observable. */
export const OBSERVABLE_SOURCES = ["report", "session"] as const;
export type ObservableSource = (typeof OBSERVABLE_SOURCES)[number];

/** A value that stands in a text: refanged as it was written, and in the form that is compared. */
export interface Match {
  kind: ObservableKind;
  value: string;
  normalized_value: string;
}

/** Identifies a match among others of one text. */
export function keyOf({ kind, normalized_value: value }: Omit<Match, "value">): string {
  return `${kind} ${value}`;
}
