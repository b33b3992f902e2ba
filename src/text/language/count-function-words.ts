import { FUNCTION_WORDS, type LatinLanguage } from "./function-words.ts";

export const LATIN: readonly LatinLanguage[] = ["en", "de", "es", "fr", "pt", "it", "nl"];
const ENGLISH = 1;
const LONGEST_WORD = 8;
const INSIDE = /[/\\@_-]/;

/** Number of function words of each language in a text. */
export interface FunctionWordCount {
  /** In the order of `LATIN`, without `shared`. */
  counts: readonly number[];
  /** Words of other languages that are not also English. */
  foreign: number;
  /** Words of English and another language, such as "in" and "was". */
  shared: number;
}

let bits: Map<string, number> | null = null;

/** Maps each word to its languages, one bit each. */
function functionWordBits(): Map<string, number> {
  if (bits !== null) return bits;
  const made = new Map<string, number>();
  for (const [at, language] of LATIN.entries()) {
    for (const word of new Set(FUNCTION_WORDS[language])) {
      if (word.length > 1) made.set(word, (made.get(word) ?? 0) | (1 << at));
    }
  }
  bits = made;
  return made;
}

/**
 * Counts the function words of each language in one pass.
 * @param lead stops the count early once there are this many more English words than foreign ones
 */
export function countFunctionWords(text: string, lead = Infinity): FunctionWordCount {
  const known = functionWordBits();
  const counts = LATIN.map(() => 0);
  let english = 0;
  let foreign = 0;
  let shared = 0;
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isWordSign(text.charCodeAt(at))) {
      if (start < 0) start = at;
      continue;
    }
    if (start < 0) continue;
    const shown = bitsOf(text, start, at, known);
    start = -1;
    if (shown === ENGLISH) {
      english += 1;
      if (english - foreign >= lead) break;
    } else if ((shown & ENGLISH) !== 0) {
      shared += 1;
    } else if (shown !== 0) {
      foreign += 1;
      for (let one = 1; one < counts.length; one += 1) {
        if ((shown & (1 << one)) !== 0) counts[one] = (counts[one] ?? 0) + 1;
      }
    }
  }
  counts[0] = english;
  return { counts, foreign, shared };
}

/** Returns the languages of a word as bits, or 0 for part of a path and for an abbreviation. */
function bitsOf(
  text: string,
  start: number,
  end: number,
  known: ReadonlyMap<string, number>,
): number {
  if (end - start < 2 || end - start > LONGEST_WORD) return 0;
  const word = text.slice(start, end);
  const isSmall = text.charCodeAt(start) >= 97 && text.charCodeAt(start) <= 122;
  const shown = known.get(isSmall ? word : word.toLowerCase()) ?? 0;
  return shown === ENGLISH || shown === 0 || isProse(text, start, end) ? shown : 0;
}

/** Returns whether a word is not part of a path, address or id, nor an abbreviation such as "SANS". */
function isProse(text: string, start: number, end: number): boolean {
  if (INSIDE.test(text[start - 1] ?? "") || INSIDE.test(text[end] ?? "")) return false;
  const word = text.slice(start, end);
  return word !== word.toUpperCase();
}

/**
 * Returns whether a character is a Latin letter or a digit. Digits ensure that part of an id is not counted as a
 * word.
 */
function isWordSign(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 192 && code < 592) ||
    (code >= 48 && code <= 57)
  );
}
