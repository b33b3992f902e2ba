import type { MarkedMatch } from "../../intake/new-report.ts";
import { KINDS } from "../../observables/kinds/kinds.ts";
import { normaliseObservable, normaliseUrlHost } from "../../observables/normalise.ts";
import {
  isKnownKind,
  type KnownKind,
  type Match,
  OBSERVABLE_ROLES,
} from "../../observables/vocabulary.ts";

/**
 * What a typed value of an exchange format may be to us: a kind, or one of several that its form
 * decides between.
 */
export type ValueType = KnownKind | "host" | "file";

/**
 * Types of which a value of another form is a mistake. Of the other types, which names, paths and
 * identifiers of somebody else's are sent under, such a value is kept under the sender's own type.
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

/** Whether a value that is none of its type is a mistake rather than something else. */
export function hasOneForm(type: ValueType): boolean {
  return OF_ONE_FORM.has(type);
}

/** Values that are longer are no observables. */
const MAX_CHARS = 8_192;
const ALTERNATIVES: Readonly<Record<"host" | "file", readonly KnownKind[]>> = {
  host: ["ipv4", "ipv6", "domain"],
  file: ["file_name", "file_path"],
};

/** The observable that a typed value is, defanged or not, or null. */
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

/** Formats of exchange write values as they are; taking a file's name for a defanged one would spoil it. */
function exactMatch(kind: KnownKind, value: string): Match | null {
  const normal = KINDS[kind].normalise(value);
  return normal === null ? null : { kind, value, normalized_value: normal };
}

/** A URL, or what is one but for its scheme, as some write them; a bare host is no URL. */
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
  // What gives a text its addresses back may not tell one scheme from another.
  const [plain, normal] = [found.value, found.normalized_value].map((one) =>
    one.replace(/^http:/i, "https:"),
  );
  return { kind: "url", value: plain ?? "", normalized_value: normal ?? "" };
}

/** The host of a URL or an e-mail address, which is a lower observable than they are; or null. */
export function hostOfMatch({ kind, normalized_value: value }: Match): Match | null {
  if (kind === "url") return normaliseUrlHost(value);
  return kind === "email" ? exactMatch("domain", value.slice(value.lastIndexOf("@") + 1)) : null;
}

/** A value of a type that only the sender's format knows, under that type; null where it is too long for one. */
export function foreignMatch(format: "misp" | "stix", type: string, given: string): Match | null {
  const name = type
    .toLowerCase()
    .replace(/[^a-z0-9|_ .:-]/g, "-")
    .slice(0, 100);
  const value = given.trim();
  if (name === "" || /[\r\n]/.test(value)) return null;
  return normaliseObservable(`${format}:${name}`, value);
}

/** What a sender says of a value besides what it is. */
export type Mark = Pick<
  MarkedMatch,
  "role" | "confidence" | "first_seen_at" | "last_seen_at" | "expires_at" | "comment"
>;

/** Matches as their sender marks them, and the hosts of those that have one. */
export function marked(matches: readonly Match[], mark: Mark): MarkedMatch[] {
  const hosts = matches.map(hostOfMatch).filter((host) => host !== null);
  const isBlockable = mark.role === "indicator" || mark.role === "mentioned";
  const role = isBlockable ? "host" : mark.role;
  return [
    ...matches.map((match) => ({ ...match, ...mark })),
    ...hosts.map((match) => ({ ...match, ...mark, role })),
  ];
}

/** Two marks of one value as one: the stronger role, the higher confidence, the longest time. */
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

/** The kinds of ours among matches, and the foreign ones. */
export function kindsOf(matches: readonly Match[]): { known: string[]; foreign: string[] } {
  const kinds = matches.map(({ kind }) => kind);
  return {
    known: kinds.filter(isKnownKind),
    foreign: kinds.filter((kind) => !isKnownKind(kind)),
  };
}

/** A time as the formats write it, as ISO 8601 in UTC; undefined where it is none. */
export function timeOf(value: unknown): string | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return time > 0 && time < 4e12 ? new Date(time).toISOString() : undefined;
}
