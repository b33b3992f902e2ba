import { LONG_LINE } from "./place.ts";

/** What one look at the characters of a line tells; offsets are those of the text. */
export interface LineShape {
  /** Without white space at either end. */
  start: number;
  end: number;
  words: number;
  first: number;
  last: number;
  hasSmallLetters: boolean;
  /** No longer word begins with a small letter. */
  hasCapitals: boolean;
  /** A tab, a bar, a comma or a semicolon. */
  hasSeparators: boolean;
}

/** Longer words that begin with a small letter are in no title. */
const SMALL_WORD = 4;

/** The shape of a line; null where it is blank. */
export function shapeOf(text: string, lineStart: number, lineEnd: number): LineShape | null {
  let start = lineStart;
  let end = lineEnd;
  while (start < end && text.charCodeAt(start) <= 32) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= 32) end -= 1;
  if (start === end) return null;
  let words = 0;
  let hasSmallLetters = false;
  let hasCapitals = true;
  let hasSeparators = false;
  let wordStart = start;
  for (let at = start; at <= end; at += 1) {
    const code = at === end ? 32 : text.charCodeAt(at);
    if (code === 9 || code === 124 || code === 44 || code === 59) hasSeparators = true;
    if (isSmall(code)) hasSmallLetters = true;
    if (code > 32) continue;
    if (at > wordStart) words += 1;
    if (at - wordStart > SMALL_WORD && isSmall(text.charCodeAt(wordStart))) hasCapitals = false;
    wordStart = at + 1;
  }
  const first = text.charCodeAt(start);
  const last = text.charCodeAt(end - 1);
  return { start, end, words, first, last, hasSmallLetters, hasCapitals, hasSeparators };
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Full stops, colons, exclamation and question marks, and those of Chinese and Japanese. */
const END_SIGNS: ReadonlySet<number> = new Set([
  0x2e, 0x3a, 0x21, 0x3f, 0x3002, 0xff1a, 0xff01, 0xff1f,
]);

/** Whether a line with this last character ends a sentence, or announces what follows. */
export function isSentenceEnd(last: number): boolean {
  return END_SIGNS.has(last);
}

/** Whether a line may be a page number or the like. */
export function mayBeFurniture({ first, last, hasSeparators }: LineShape): boolean {
  // A digit, a hyphen, "Page", "Seite", "TLP" and their like, or bars.
  if (hasSeparators || first <= 57 || first >= 0x80) return true;
  return (first === 80 || first === 83 || first === 84) && (last < 97 || last > 122);
}

/** Whether a line may be a heading. @param isApart as of `headingOf` */
export function mayBeHeading(shape: LineShape, isApart: boolean): boolean {
  const { words, first, hasSmallLetters, hasCapitals } = shape;
  if (words > 14) return false;
  if (first === 35 || first === 61 || first >= 0x80 || !hasSmallLetters) return true;
  if (first >= 48 && first <= 57) return true;
  // "Table 3: ...", "Appendix B", "Annex".
  if (first === 84 || first === 65) return true;
  return isApart && (words <= 6 || hasCapitals);
}

/** Whether a line may be the head of a table. */
export function mayBeTableHead({ words, first, last, hasSeparators }: LineShape): boolean {
  if (hasSeparators) return true;
  return words >= 2 && words <= 8 && first >= 65 && first <= 90 && !isSentenceEnd(last);
}

const MANY_WORDS = 12;

/** A line with more words than any heading or table's head; most lines are, so this is asked first. */
export function isLongProse(text: string, lineStart: number, lineEnd: number): boolean {
  if (lineEnd - lineStart > LONG_LINE) return true;
  if (lineEnd - lineStart < 3 * MANY_WORDS) return false;
  let blanks = 0;
  for (let at = lineStart; at < lineEnd; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 9 || code === 124) return false;
    if (code === 32) blanks += 1;
    if (blanks > MANY_WORDS) return true;
  }
  return false;
}

/** Whether the last sign of a line ends a sentence, or announces what follows. */
export function endsSentence(text: string, lineStart: number, lineEnd: number): boolean {
  let at = lineEnd - 1;
  while (at > lineStart && text.charCodeAt(at) <= 32) at -= 1;
  return at >= lineStart && isSentenceEnd(text.charCodeAt(at));
}
