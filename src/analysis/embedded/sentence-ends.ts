/** Runs of signs that may end a sentence. */
export const TERMINATORS = /[.!?…。！？｡؟।]+/gu;

const IDEOGRAPHIC = /[。！？｡]/u;
const CLOSERS = `"'”’»)]}）」』】〉》›`;
const CITATION = /\[[^[\]\s]{1,20}\]/y;
/** A footnote's number, left behind by the extraction of superscripts. */
const FOOTNOTE = /\d{1,3}(?=\s)/y;
const NEXT_START = /[^\s\p{Ll}.,;:!?…]/uy;
/** Names such as menuPass or xCmd may open a sentence in lower case. */
const NEXT_NAME = /\p{Ll}{1,20}[\p{Lu}\d]/uy;

/** Never at a sentence's end. */
const LEADING_IN = new Set(
  "e.g i.e eg ie vs cf mr mrs ms dr prof approx incl esp viz resp т.е т.к напр рис см им".split(
    " ",
  ),
);
/** No end before a number. */
const COUNTED = new Set(
  "fig figs no nos sec vol pp p ver art ref tab ch eq jan feb mar apr jun jul aug sep sept oct nov dec".split(
    " ",
  ),
);
/** An end only when the next word is one that opens sentences: "Acme Inc. The…", not "Acme Inc. Group". */
const OFTEN_INSIDE = new Set("inc corp ltd co llc gmbh al st jr sr gen gov dept".split(" "));
const OPENERS = new Set(
  (
    "a after all although an and as at before both but by during each finally following for from he " +
    "here however if in it its many most no on once one our she since some such that the their then " +
    "there these they this those though to two upon we when while with you"
  ).split(" "),
);

/**
 * Where the sentence ends whose terminators stand at `at`: behind closing quotes, brackets and
 * citation marks. Null when it does not end there (abbreviation, file name, version, list number).
 */
export function endOfSentence(text: string, at: number, signs: string): number | null {
  const end = skipClosers(text, at + signs.length);
  if (end >= text.length || IDEOGRAPHIC.test(signs)) return end;
  let next = end;
  while (/\s/u.test(text.charAt(next))) next += 1;
  if (next === end) return null;
  if (next >= text.length) return end;
  if (!matchesAt(NEXT_START, text, next) && !matchesAt(NEXT_NAME, text, next)) return null;
  return signs === "." && isAbbreviation(text, at, next) ? null : end;
}

function skipClosers(text: string, from: number): number {
  let at = from;
  if (/[\p{Ll})\]]/u.test(text.charAt(from - 2)) && matchesAt(FOOTNOTE, text, at)) {
    at = FOOTNOTE.lastIndex;
  }
  while (at < text.length) {
    if (CLOSERS.includes(text.charAt(at))) at += 1;
    else if (matchesAt(CITATION, text, at)) at = CITATION.lastIndex;
    else break;
  }
  return at;
}

function isAbbreviation(text: string, at: number, next: number): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  if (isListNumber(before, at <= 12)) return true;
  const printed = /[\p{L}.]{1,12}$/u.exec(before)?.[0] ?? "";
  const word = printed.toLowerCase();
  if (LEADING_IN.has(word)) return true;
  if (COUNTED.has(word)) return /\d/.test(text.charAt(next));
  const isInitials = /^[A-Z](?:\.[A-Za-z])*$/.test(printed);
  if (!isInitials && !OFTEN_INSIDE.has(word)) return false;
  const following = /^[a-z]+/i.exec(text.slice(next, next + 16))?.[0] ?? "";
  return !OPENERS.has(following.toLowerCase());
}

/** `1.` or `b.` as the first thing on a line. */
function isListNumber(before: string, isTextStart: boolean): boolean {
  const match = /(^|[\n\r\v\f\u0085\u2028\u2029])[^\S\n]{0,8}\(?(?:\d{1,3}|[A-Za-z])$/u.exec(before);
  return match !== null && (match[1] !== "" || isTextStart);
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
