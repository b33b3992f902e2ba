/** Kinds of observables (docs/api.md, Observables). */
export const OBSERVABLE_KINDS = ["cve", "ipv4", "domain", "md5", "sha256"] as const;
export type ObservableKind = (typeof OBSERVABLE_KINDS)[number];

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

/** A match that is to be stored, under the id that it gets if it is new. */
export interface RuledMatch extends Match {
  id: string;
  /** 0 to 100. */
  confidence: number;
  /** The suppression rule that keeps it out, or null. */
  rule: SuppressionRule | null;
}

/** The matches that one source mentions; `key` holds what SQL needs to find that source. */
export interface Mentions {
  key: Record<string, string | null>;
  matches: readonly RuledMatch[];
}

/** Identifies a match among others of one text. */
export function keyOf({ kind, normalized_value: value }: Omit<Match, "value">): string {
  return `${kind} ${value}`;
}
