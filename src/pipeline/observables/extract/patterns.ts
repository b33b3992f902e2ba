import type { Match } from "../vocabulary.ts";
import { UNSPACED_SCRIPTS } from "./characters.ts";

/** Hyphens and dashes that word processors insert into identifiers. */
const DASH = "[-\u2010-\u2015\u2212\uFE63\uFF0D]";
const CVE = new RegExp(
  `(?<![A-Za-z0-9])CVE${DASH}((?:19|20)\\d{2})${DASH}(\\d{4,19})(?!\\d)`,
  "gi",
);
const WORD = /[\p{L}\p{N}_]/u;

const isWord = (character: string) => WORD.test(character) && !UNSPACED_SCRIPTS.test(character);

/** Yields CVE identifiers (cve.org: `CVE-`, a year, four digits or more). */
export function* findCves(text: string): Generator<Match & { index: number }> {
  for (const { 0: value, 1: year, 2: number, index } of text.matchAll(CVE)) {
    yield { kind: "cve", value, normalized_value: `CVE-${year}-${number}`, index };
  }
}

/** Returns whether no word or run of digits continues the value, joined by a hyphen or a base64 sign. */
export function isWhole(text: string, from: number, to: number): boolean {
  const before = text[from - 1] ?? " ";
  const after = text[to] ?? " ";
  if (isWord(before) || isWord(after) || before === "+" || after === "+") return false;
  const joinedBefore = before === "-" && isWord(text[from - 2] ?? " ");
  const joinedAfter = after === "-" && /[0-9a-f]/i.test(text[to + 1] ?? " ");
  return !joinedBefore && !joinedAfter && !(after === "=" && /[=\s"']/.test(text[to + 1] ?? " "));
}

/** Returns whether a value is a number or one repeated digit, and thus not a hash. */
export function isFiller(value: string): boolean {
  return /^\d+$/.test(value) || /^(.)\1+$/i.test(value);
}
