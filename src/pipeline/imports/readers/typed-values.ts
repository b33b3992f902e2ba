import type { MarkedMatch } from "../../intake/new-report.ts";
import { KINDS } from "../../observables/kinds/kinds.ts";
import { normaliseObservable, normaliseUrlHost } from "../../observables/normalise.ts";
import {
  isKnownKind,
  type KnownKind,
  type Match,
  OBSERVABLE_ROLES,
} from "../../observables/vocabulary.ts";

/** The interpretation of a typed value of an exchange format: a kind, or several that its form distinguishes. */
export type ValueType = KnownKind | "host" | "file";

/**
 * Types for which a value of another form is an error. Other types are also used for foreign names, paths and
 * identifiers, so such a value is stored under the sender's type.
 */
const OF_ONE_FORM: ReadonlySet<ValueType> = new Set<ValueType>([
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
  "asn",
]);

/** Returns whether a value that does not match its type is an error. */
export function hasOneForm(type: ValueType): boolean {
  return OF_ONE_FORM.has(type);
}

/** Longer values are not observables. */
const MAX_CHARS = 8_192;
const ALTERNATIVES: Readonly<Record<"host" | "file", readonly KnownKind[]>> = {
  host: ["ipv4", "ipv6", "domain"],
  file: ["file_name", "file_path"],
};

/** Returns the observable of a typed value, defanged or not, or null. */
export function matchOf(type: ValueType, given: string): Match | null {
  const value = given.trim();
  if (value.length > MAX_CHARS) return null;
  if (type === "url") return urlMatch(value);
  const kinds = type === "host" || type === "file" ? ALTERNATIVES[type] : [type];
  for (const kind of kinds) {
    const match = exactMatch(kind, value) ?? normaliseObservable(kind, value);
    if (match !== null) return match;
  }
  return null;
}

/**
 * Normalizes a value without refanging. Exchange formats write values as they are, and refanging would corrupt file
 * names.
 */
function exactMatch(kind: KnownKind, value: string): Match | null {
  const normal = KINDS[kind].normalise(value);
  return normal === null ? null : { kind, value, normalized_value: normal };
}

/** Returns a URL, including one without a scheme, which some senders write. A bare host is not a URL. */
function urlMatch(value: string): Match | null {
  const exact = exactMatch("url", value);
  if (exact !== null) return exact;
  if (/^[^\s/:@]+$/.test(value)) return matchOf("host", value);
  const isSecure = /^h..ps/i.test(value);
  const found =
    normaliseObservable("url", value) ??
    (/^[^\s/:@]+(?::\d{1,5})?\//.test(value)
      ? normaliseObservable("url", `http://${value}`)
      : null);
  if (found === null || !isSecure) return found;
  // Refanging may not distinguish one scheme from another.
  const [plain, normal] = [found.value, found.normalized_value].map((one) =>
    one.replace(/^http:/i, "https:"),
  );
  return { kind: "url", value: plain ?? "", normalized_value: normal ?? "" };
}

/** Returns the host of a URL or an email address, which is a weaker observable, or null. */
export function hostOfMatch({ kind, normalized_value: value }: Match): Match | null {
  if (kind === "url") return normaliseUrlHost(value);
  return kind === "email" ? exactMatch("domain", value.slice(value.lastIndexOf("@") + 1)) : null;
}

/** Returns a value under a type that only the sender's format defines, or null if it is too long. */
export function foreignMatch(format: "misp" | "stix", type: string, given: string): Match | null {
  const name = type
    .toLowerCase()
    .replace(/[^a-z0-9|_ .:-]/g, "-")
    .slice(0, 100);
  const value = given.trim();
  if (name === "" || /[\r\n]/.test(value)) return null;
  return normaliseObservable(`${format}:${name}`, value);
}

/** The sender's assessment of a value. */
export type Mark = Pick<
  MarkedMatch,
  "role" | "confidence" | "first_seen_at" | "last_seen_at" | "expires_at" | "comment"
>;

/** Returns matches with their sender's marking, and the hosts of those that have one. */
export function marked(matches: readonly Match[], mark: Mark): MarkedMatch[] {
  const hosts = matches.map(hostOfMatch).filter((host) => host !== null);
  const isBlockable = mark.role === "indicator" || mark.role === "mentioned";
  const role = isBlockable ? "host" : mark.role;
  return [
    ...matches.map((match) => ({ ...match, ...mark })),
    ...hosts.map((match) => ({ ...match, ...mark, role })),
  ];
}

/** Merges two markings of one value: the stronger role, the higher confidence, the longest time. */
export function mergeMarks(one: MarkedMatch, other: MarkedMatch): MarkedMatch {
  const rank = ({ role }: MarkedMatch) => OBSERVABLE_ROLES.indexOf(role);
  const [first, second] = rank(other) < rank(one) ? [other, one] : [one, other];
  const times = [one, other];
  const earliest = ofTimes(times.map((mark) => mark.first_seen_at)).at(0);
  const latest = ofTimes(times.map((mark) => mark.last_seen_at)).at(-1);
  const comment = first.comment ?? second.comment;
  return {
    ...first,
    confidence:
      first.role === second.role ? Math.max(one.confidence, other.confidence) : first.confidence,
    ...(earliest !== undefined && { first_seen_at: earliest }),
    ...(latest !== undefined && { last_seen_at: latest }),
    ...(comment !== undefined && { comment }),
  };
}

function ofTimes(times: readonly (string | undefined)[]): string[] {
  return times.filter((time) => time !== undefined).sort();
}

/** Splits the kinds of matches into known and foreign ones. */
export function kindsOf(matches: readonly Match[]): { known: string[]; foreign: string[] } {
  const kinds = matches.map(({ kind }) => kind);
  return {
    known: kinds.filter(isKnownKind),
    foreign: kinds.filter((kind) => !isKnownKind(kind)),
  };
}

/** Returns a time of the formats as ISO 8601 in UTC, or undefined if it is invalid. */
export function timeOf(value: unknown): string | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return time > 0 && time < 4e12 ? new Date(time).toISOString() : undefined;
}
