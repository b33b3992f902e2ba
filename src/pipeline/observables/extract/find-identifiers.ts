import { isDigit } from "./characters.ts";
import type { Findings } from "./findings.ts";
import { findCves } from "./patterns.ts";

/** Returns whether a token is the beginning of an identifier that ends at a different kind of dash. */
export function isCveBegun(text: string, start: number, end: number): boolean {
  return /cve(?:-\d{4})?$/i.test(text.slice(Math.max(start, end - 8), end));
}

/** Maximum length of an identifier after its first dash, if a different kind of dash ends the token. */
const REST = 28;

/** Returns whether "cve" occurs between two indexes. Few words contain these letters. */
function hasCve(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const isBegun =
      (text.charCodeAt(at) | 0x20) === 0x63 && (text.charCodeAt(at + 1) | 0x20) === 0x76;
    if (isBegun && (text.charCodeAt(at + 2) | 0x20) === 0x65) return true;
  }
  return false;
}

/** Adds the CVE identifiers that begin between two indexes. */
export function addCves(findings: Findings, from: number, to: number): void {
  if (!hasCve(findings.text, from, to)) return;
  for (const match of findCves(findings.text.slice(from, to + REST))) {
    const start = from + match.index;
    if (start >= to) break;
    findings.add("cve", start, start + match.value.length, { normal: match.normalized_value });
  }
}

const NUMBER =
  /(?:[ \u00A0]|\s?[:#]\s?|[ ]number\s?[:#]?\s?|[ ]no\.?[:]?[ ])(\d{3,10})(?![\w.-])/iy;

/** Adds an autonomous system number: `AS64500`, `ASN 64500`, `AS 64500`. Returns the index after it. */
export function findAsn(findings: Findings, from: number, end: number): number {
  const { text } = findings;
  const second = text.charCodeAt(from + 1) | 0x20;
  if ((text.charCodeAt(from) | 0x20) !== 0x61 || (second !== 0x73 && second !== 0x75)) return from;
  const to = text[end - 1] === "." ? end - 1 : end;
  if (!mayBeAsn(text, from, to)) return from;
  const word = text.slice(from, to);
  const before = text.charCodeAt(from - 1);
  if (before === 0x24 || before === 0x25 || before === 0x2f || before === 0x5c) return from;
  if (/^(?:ASN?|as)\d{3,10}$/.test(word)) {
    // AS/400, an old IBM midrange computer.
    if (/^AS400$/i.test(word)) return from;
    return findings.add("asn", from, to) ? to : from;
  }
  if (/^autonomous$/i.test(word)) return findNamedSystem(findings, from);
  if (!/^asn$/i.test(word) && word !== "AS") return from;
  NUMBER.lastIndex = to;
  const found = NUMBER.exec(text);
  const [whole = "", digits = ""] = found ?? [];
  if (digits === "" || (word === "AS" && digits === "400")) return from;
  const last = to + whole.length;
  return findings.add("asn", from, last, { value: `AS${digits}`, label: "asn" }) ? last : from;
}

/** Checks the length and the last character, which few words match. The first two letters are "as" or "au". */
function mayBeAsn(text: string, from: number, to: number): boolean {
  const length = to - from;
  if (length === 2) return text.charCodeAt(from) === 0x41;
  return length === 3 || length === "autonomous".length || isDigit(text.charCodeAt(to - 1));
}

const NAMED_SYSTEM =
  /autonomous[ -]systems?(?: numbers?)?(?: \((?:AS|ASN)\))?[ :#]{1,3}(?:ASN?)?(\d{3,10})(?![\w.-])/iy;

function findNamedSystem(findings: Findings, from: number): number {
  NAMED_SYSTEM.lastIndex = from;
  const [whole = "", digits = ""] = NAMED_SYSTEM.exec(findings.text) ?? [];
  if (digits === "") return from;
  const to = from + whole.length;
  const isAsn = findings.add("asn", to - digits.length, to, {
    value: `AS${digits}`,
    label: "autonomous system",
  });
  return isAsn ? to : from;
}

/** Adds a token as a wallet if its checksum is valid. */
export function addWallet(findings: Findings, from: number, to: number): boolean {
  const length = to - from;
  if (length < 25 || length > 106) return false;
  const word = findings.text.slice(from, to);
  if (!/^[0-9A-Za-z]+$/.test(word) || !/\d/.test(word)) return false;
  if (/^[0-9a-f]+$/i.test(word)) return false;
  return findings.add("cryptocurrency_wallet", from, to);
}

const JA4 = /^[tqd](?:1[0-3]|s[1-3]|d[1-3]|00)[di]\d{4}[a-z0-9]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/i;

/** Adds a JA4 fingerprint, recognized by its form. */
export function addJa4(findings: Findings, from: number, to: number): boolean {
  if (to - from !== 36) return false;
  const word = findings.text.slice(from, to);
  return (
    JA4.test(word) && findings.add("ja4", from, to, { label: labelBefore(findings, from, /ja4/i) })
  );
}

const SSDEEP = /\d{1,10}:[A-Za-z0-9+/]{3,64}:[A-Za-z0-9+/]{3,64}(?![A-Za-z0-9+/=:])/y;
const SSDEEP_LABEL = /ssdeep|fuzzy|ctph/i;

/** Adds the ssdeep hash that begins at an index, recognized by its label or its form. */
export function findSsdeep(findings: Findings, from: number): number {
  SSDEEP.lastIndex = from;
  const written = SSDEEP.exec(findings.text)?.[0];
  if (written === undefined) return from;
  const [size = "", first = "", second = ""] = written.split(":");
  if (!isBlockSize(Number(size))) return from;
  const label = labelBefore(findings, from, SSDEEP_LABEL);
  const isForm = first.length >= 10 && second.length >= 6 && /[G-Zg-z+/]/.test(first);
  if (label === null && !isForm) return from;
  const to = from + written.length;
  return findings.add("ssdeep", from, to, { label }) ? to : from;
}

/** Returns whether a size is three times a power of two. */
function isBlockSize(size: number): boolean {
  const power = Math.log2(size / 3);
  return Number.isInteger(power) && power >= 0;
}

function labelBefore({ text }: Findings, from: number, label: RegExp): string | null {
  return label.exec(text.slice(Math.max(0, from - 60), from))?.[0].toLowerCase() ?? null;
}
