import { characterClasses, isLetter, OTHER } from "../extract/characters.ts";
import type { Occurrence } from "../found.ts";

const BULLET = /^\s*(?:[-*•·▪‣◦●○–—>+]|o\s|\(?\d{1,3}[.)]\s|\[\d{1,3}\]\s|[a-z][.)]\s)\s*/u;
/** More words beside its values make a line a sentence. */
const FEW_WORDS = 6;
const MANY_WORDS = 2 * FEW_WORDS;
const LONG_LINE = 2000;
const FIRST_UNSPACED = 0x2e80;
/** A label or the name of a type before the value, at most. */
const SHORT_START = 32;

/**
 * Whether a line with values is an item of a list or a row of a table, rather than prose.
 * @param isOpen whether the line before is prose that may go on here
 */
export function isItemLine(
  text: string,
  lineStart: number,
  lineEnd: number,
  occurrences: readonly Occurrence[],
  values: { first: number; last: number },
  isOpen: boolean,
): boolean {
  if (lineEnd - lineStart > LONG_LINE) return isDense(occurrences, values, lineEnd - lineStart);
  const line = text.slice(lineStart, lineEnd);
  if (line.includes("\t") || line.indexOf("|") !== line.lastIndexOf("|")) return true;
  if (isCsv(line, ",") || isCsv(line, ";")) return true;
  const start = (occurrences[values.first]?.start ?? lineStart) - lineStart;
  const bullet = BULLET.exec(line)?.[0].length ?? 0;
  const words = wordsBeside(text, lineStart + bullet, lineEnd, occurrences, values);
  if (bullet > 0 && words <= MANY_WORDS && start - bullet <= SHORT_START) return true;
  const end = occurrences[values.first]?.end ?? lineEnd;
  // A value that was put together ends on a later line.
  const after = text.slice(end, end > lineEnd ? endOfLine(text, end) : lineEnd);
  // The rest of a sentence that a line's end broke.
  // Its words are not parted by blanks, but it is a sentence.
  if (bullet === 0 && line.includes("。")) return false;
  if (isOpen && (/^[,.;)]?\s+\p{Ll}/u.test(after) || (words <= 2 && /^[)"”]?\.\s*$/.test(after)))) {
    return false;
  }
  if (words <= FEW_WORDS) return !/^\s*\p{Lu}?\p{Ll}+\s.*[.!?]\s*$/u.test(line) || words <= 2;
  // A value first, and then what parts it from what is said of it.
  return start - bullet <= SHORT_START && /^\S{0,4}\s*(?:[-–—:=(|]|\s{2})/u.test(after);
}

function endOfLine(text: string, at: number): number {
  const found = text.slice(at, at + LONG_LINE).indexOf("\n");
  return found === -1 ? Math.min(text.length, at + LONG_LINE) : at + found;
}

/** `a,b,c` without blanks: a row of a file of comma-separated values. */
function isCsv(line: string, separator: string): boolean {
  let separators = 0;
  for (let at = line.indexOf(separator); at !== -1; at = line.indexOf(separator, at + 1)) {
    if (line[at + 1] === " ") return false;
    separators += 1;
  }
  return separators >= 2;
}

function isDense(
  occurrences: readonly Occurrence[],
  { first, last }: { first: number; last: number },
  length: number,
): boolean {
  const begin = occurrences[first];
  const end = occurrences[last - 1];
  if (begin === undefined || end === undefined) return false;
  return last - first >= 8 && length / (last - first) < 120;
}

/** Words of a line that are no part of its values; counts no further than it matters. */
function wordsBeside(
  text: string,
  from: number,
  to: number,
  occurrences: readonly Occurrence[],
  { first, last }: { first: number; last: number },
): number {
  let count = 0;
  let at = from;
  for (let i = first; i <= last; i += 1) {
    const value = i < last ? occurrences[i] : undefined;
    const end = value === undefined ? to : Math.min(value.start, to);
    if (end > at) count += countWords(text, at, end);
    if (count > MANY_WORDS) break;
    at = Math.max(at, value?.end ?? to);
  }
  return count;
}

function countWords(text: string, from: number, to: number): number {
  const classOf = characterClasses();
  let count = 0;
  let letters = 0;
  for (let at = from; at <= to && count <= MANY_WORDS; at += 1) {
    const code = at === to ? 32 : text.charCodeAt(at);
    const isPlain = code < 0x80 || (classOf[code] === OTHER && !isSurrogate(code));
    if (!isPlain) return countAnyWords(text.slice(from, to));
    if (isLetter(code)) letters += 1;
    else {
      if (letters >= 2) count += 1;
      letters = 0;
    }
  }
  return count;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

/** The same where letters are not only those of ASCII. */
function countAnyWords(part: string): number {
  let count = 0;
  // Of scripts without blanks, two signs are a word.
  for (const [run] of part.matchAll(/\p{L}{2,}/gu)) {
    count += run.charCodeAt(0) < FIRST_UNSPACED ? 1 : Math.ceil(run.length / 2);
  }
  return count;
}
