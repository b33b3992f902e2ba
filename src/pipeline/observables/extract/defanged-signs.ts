import { isBlank, lineStart } from "./characters.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import { isSuffix } from "./domains.ts";
import type { Edit } from "./plain-text.ts";

const WORD = /[\p{L}\p{M}\p{N}_]/u;
const isWord = (character: string | undefined) => character !== undefined && WORD.test(character);

/** A dot, at sign, colon or slash in brackets. Every quantifier is bounded. */
const BRACKETED =
  /[[({<]\s{0,2}(?:(\.|dot|d0t|punto|punkt|точка|点|\u3002|\uFF0E)|(@|at|\uFF20)|(::?)|(\/{1,2}))\s{0,2}[\])}>]/iy;
const HALF_OPEN = /\[\.(?=[\p{L}\p{N}])/uy;
const TO_WORD = /[ \t\u00A0]{0,2}\r?\n?[ \t]{0,2}/y;

/** Returns the edit for a bracketed sign such as `[.]`, `(at)` or `[:]`, or for a dot after an open bracket. */
export function bracketAt(text: string, at: number, done: number): Edit | null {
  BRACKETED.lastIndex = at;
  const found = BRACKETED.exec(text);
  if (found === null) return halfOpenAt(text, at);
  const [whole, dot, sign, colon, slash = ""] = found;
  const end = at + whole.length;
  if (colon !== undefined) return { start: at, end, plain: colon, isDefanged: true };
  if (slash !== "") return { start: at, end, plain: slash, isDefanged: true };
  const start = wordBefore(text, at, done);
  const to = wordAfter(text, end);
  const plain = dot === undefined ? "@" : DEFANGED_DOT;
  // `(at)` may be a word of a sentence, but a dot in brackets cannot be.
  if (sign !== undefined && (start === null || to === null)) return null;
  return { start: start ?? at, end: to ?? end, plain, isDefanged: true };
}

/** Returns the end of the preceding word, across one blank or a line end, or null if there is none. */
function wordBefore(text: string, at: number, done: number): number | null {
  let from = at;
  if (from > done && isBlank(text.charCodeAt(from - 1))) from -= 1;
  else if (from > done && text[from - 1] === "\n") {
    from -= text[from - 2] === "\r" ? 2 : 1;
    // The last word of a line of prose is not part of a name.
    if (/[ \t]/.test(text.slice(lineStart(text, from, 80), from).trim())) return null;
  }
  return from >= done && isWord(text[from - 1]) ? from : null;
}

/** Returns the start of the next word. A line end is crossed only if the word continues in lowercase. */
function wordAfter(text: string, end: number): number | null {
  TO_WORD.lastIndex = end;
  const skipped = TO_WORD.exec(text)?.[0] ?? "";
  const next = text[end + skipped.length];
  if (!isWord(next)) return null;
  if (!skipped.includes("\n")) return skipped.length <= 1 ? end + skipped.length : null;
  return /[a-z0-9]/.test(next ?? "") ? end + skipped.length : null;
}

/** Matches `evil[.com`. */
function halfOpenAt(text: string, at: number): Edit | null {
  HALF_OPEN.lastIndex = at;
  if (!isWord(text[at - 1]) || !HALF_OPEN.test(text)) return null;
  return { start: at, end: at + 2, plain: DEFANGED_DOT, isDefanged: true };
}

/** Matches `evil.]com`. */
export function closingAt(text: string, at: number, done: number): Edit | null {
  if (text[at - 1] !== "." || !/[\p{L}\p{N}]/u.test(text[at + 1] ?? "")) return null;
  const start = text[at - 2] === "." || text[at - 2] === "]" ? at - 2 : at - 1;
  if (start < done || !isWord(text[start - 1])) return null;
  return { start, end: at + 1, plain: DEFANGED_DOT, isDefanged: true };
}

/** Suffixes that are not words of a sentence. */
const AFTER_WORD =
  /(?:com|net|org|info|biz|ru|su|xyz|io|cc|cn|de|fr|uk|eu|tk|pw|ws|onion|co|exe|club|ua|br|ir|kr|jp)(?![\p{L}\p{N}_-])/iuy;

/** Finds dots and at signs written as separate words: `evil dot com`, `crew AT evil DOT com`. */
export function wordsForDots(text: string): Edit[] {
  const edits: Edit[] = [];
  // A spelled-out at sign counts only before a spelled-out dot.
  if (!/dot/i.test(text)) return edits;
  for (const word of ["dot ", "DOT ", "at ", "AT "]) {
    const isAt = word.startsWith("a") || word.startsWith("A");
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      if (text.charCodeAt(at - 1) !== 0x20 || !isWord(text[at - 2])) continue;
      const isMeant = isAt
        ? isMailHost(text, end) && (word === "AT " || isBox(text, at - 1))
        : isDotted(text, end, word === "DOT ") && !isCommon(text, at - 1);
      if (!isMeant) continue;
      edits.push({ start: at - 1, end, plain: isAt ? "@" : DEFANGED_DOT, isDefanged: true });
    }
  }
  return edits.toSorted((a, b) => a.start - b.start);
}

const wordUpTo = (text: string, end: number) =>
  /[^\s"'<(]*$/.exec(text.slice(Math.max(0, end - 40), end))?.[0] ?? "";

/** Returns whether the preceding word is too common for a name: "at dot net". */
const isCommon = (text: string, end: number) =>
  /^(?:a|an|at|by|for|from|in|is|of|on|or|the|to|with)$/i.test(wordUpTo(text, end));

/** Returns whether a word is the name of a mailbox. In "us at evil dot com" it is not: that is a site. */
function isBox(text: string, end: number): boolean {
  const word = wordUpTo(text, end);
  if (/[\d._+-]/.test(word)) return true;
  const before = text.slice(Math.max(0, end - word.length - 12), end - word.length);
  return (
    /mail\s?[:=]\s?$|contact\s?[:=]?\s?$/i.test(before) &&
    !/^(?:me|us|them|him|her|info on)$/i.test(word)
  );
}

const LABEL = /[\p{L}\p{N}-]{1,63}(?![\p{L}\p{N}_-])/uy;

/**
 * Returns whether a suffix follows, or a label and another spelled-out dot. After an uppercase word, any suffix is
 * accepted.
 */
function isDotted(text: string, at: number, isCapital: boolean): boolean {
  AFTER_WORD.lastIndex = at;
  if (AFTER_WORD.test(text)) return true;
  MORE_DOTS.lastIndex = at;
  if (MORE_DOTS.test(text)) return true;
  LABEL.lastIndex = at;
  return isCapital && isSuffix((LABEL.exec(text)?.[0] ?? "-").toLowerCase());
}

const MORE_DOTS = /[\p{L}\p{N}-]{1,63} dot [\p{L}\p{N}]/iuy;
const MAIL_HOST =
  /[\p{L}\p{N}-]{1,63}(?: (?:dot|DOT) | ?[[(]\s?(?:\.|dot|DOT)\s?[\])] ?)(?=([\p{L}\p{N}-]{1,63}))/uy;

/** Returns whether a label, a spelled-out or bracketed dot, and a suffix or another label follow. */
function isMailHost(text: string, at: number): boolean {
  MAIL_HOST.lastIndex = at;
  const found = MAIL_HOST.exec(text);
  if (found === null || !/dot/i.test(found[0])) return false;
  const next = at + found[0].length;
  return isSuffix((found[1] ?? "-").toLowerCase()) || isDotted(text, next, true);
}
