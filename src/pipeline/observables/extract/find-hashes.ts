import type { KnownKind } from "../vocabulary.ts";
import type { Findings } from "./findings.ts";
import { type HashLabel, type HashLists, labelOf } from "./hash-labels.ts";
import { isFiller, isWhole } from "./patterns.ts";
import { newListHeading } from "./list-heading.ts";

/** Bounded, because a run of megabytes would overflow the engine's stack. */
const HEX_RUN =
  /(?<![0-9a-f])(?:[0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-f])/gi;
const PLAIN_KINDS: ReadonlyMap<number, KnownKind> = new Map([
  [32, "md5"],
  [40, "sha1"],
  [64, "sha256"],
  [128, "sha512"],
]);
/** Valid value lengths for each labeled kind. */
const LENGTHS: ReadonlyMap<KnownKind, readonly number[]> = new Map([
  ["imphash", [32]],
  ["ja3", [32]],
  ["ja3s", [32]],
  ["authentihash", [64]],
  ["certificate_hash", [32, 40, 64]],
]);

/** Finds hashes and distinguishes them by their labels. It remembers the label of the previous value. */
export class HashFinder {
  readonly #findings: Findings;
  readonly #lists: HashLists = { ...newListHeading(), labels: new Map() };
  #previous: { to: number; label: HashLabel | null } = { to: 0, label: null };

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Adds the hashes between two indexes, inside or outside a URL. */
  find(from: number, to: number, isInUrl: boolean): void {
    const { text } = this.#findings;
    for (const { 0: value, index } of text.slice(from, to).matchAll(HEX_RUN)) {
      const start = from + index;
      const end = start + value.length;
      if (!isWhole(text, start, end) || isFiller(value)) continue;
      const label = isInUrl ? null : labelOf(this.#findings, start, this.#previous, this.#lists);
      const isOther =
        isRevision(text, start) ||
        isPassword(text, start, value) ||
        (isInUrl && !isNamed(text, start, value.length));
      const kind = isOther ? null : kindOf(value.length, label);
      // A label that calls a SHA-256 an MD5 is ignored.
      const isSaid = label !== null && (label.digits ?? value.length) === value.length;
      const said = isSaid ? label.label : null;
      if (kind !== null) this.#findings.add(kind, start, end, { label: said });
      this.#previous = { to: end, label };
    }
  }

  /** Adds a certificate hash that is written with colons. Returns the index after it. */
  findColons(from: number): number {
    const { text } = this.#findings;
    COLONS.lastIndex = from;
    const written = COLONS.exec(text)?.[0];
    if (written === undefined || !COLON_LENGTHS.has(written.length)) return from;
    const label = labelOf(this.#findings, from, this.#previous, this.#lists);
    const end = from + written.length;
    const isPrinted = PRINTED.test(text.slice(Math.max(0, from - 30), from));
    if (label?.kind === "certificate_hash" || isPrinted) {
      const said = label?.label ?? "fingerprint";
      this.#findings.add("certificate_hash", from, end, { label: said });
    }
    return end;
  }
}

/** A certificate fingerprint as tools print it: `SHA256 Fingerprint=AA:BB:…`. */
const PRINTED = /sha-?(?:1|256)[ _-]?fingerprint\s?[=:]\s?$/i;
const COLONS = /(?<![0-9a-f:])(?:[0-9a-f]{2}:){15,31}[0-9a-f]{2}(?![0-9a-z:])/iy;
const COLON_LENGTHS: ReadonlySet<number> = new Set([47, 59, 95]);

/** Returns the kind that a label gives to the digits. Fewer digits than the label names are part of a hash. */
function kindOf(length: number, label: HashLabel | null): KnownKind | null {
  const plain = PLAIN_KINDS.get(length) ?? null;
  if (label === null) return plain;
  if (label.kind === "hash") return length < (label.digits ?? length) ? null : plain;
  if (label.kind === null) return null;
  return LENGTHS.get(label.kind)?.includes(length) === true ? label.kind : null;
}

/** The LM hash of an empty password, which precedes the NT hash in the output of dump tools. */
const NO_PASSWORD = "aad3b435b51404eeaad3b435b51404ee";

function isPassword(text: string, at: number, value: string): boolean {
  const before = text.slice(Math.max(0, at - NO_PASSWORD.length - 1), at).toLowerCase();
  return value.toLowerCase() === NO_PASSWORD || before === `${NO_PASSWORD}:`;
}

/** Returns whether digits in a URL are a hash: 64 or more, or fewer after a folder or parameter that names one. */
function isNamed(text: string, at: number, length: number): boolean {
  if (length >= 64) return true;
  const before = text.slice(Math.max(0, at - 24), at);
  return /(?:files?|samples?|hash(?:es)?|md5|sha-?1|reports?|search|download|analys[ie]s|gui|q|malware|resource)[/=:]$/i.test(
    before,
  );
}

/** Returns whether the digits are a revision in a repository address: `/commit/…`, `checkout@…`. */
function isRevision(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at).toLowerCase();
  return /(?:commits?|tree|blob|raw|revision|compare|blame)[/=]$|[\w-]@$|\.{3}$/.test(before);
}
