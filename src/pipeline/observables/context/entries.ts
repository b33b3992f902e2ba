import type { Block, Span } from "../../../text/document/document.ts";
import { MARKER } from "../../../text/document/list-marker.ts";
import { tokenize } from "../../../text/tokens/tokens.ts";
import { FIRST_UNSPACED } from "../../../text/phrases/phrases.ts";
import type { Occurrence } from "../found.ts";

/** A line with more words next to its values is a sentence. */
const FEW_WORDS = 6;
const MANY_WORDS = 2 * FEW_WORDS;
const LONG_LINE = 2000;
/** Maximum length of a label or type name before the value. */
const SHORT_START = 32;

/**
 * Returns whether a line with values is a list entry or a table row rather than prose. A line without either form
 * may still be a list if it contains little but its values.
 * @param isOpen whether the previous paragraph continues here
 */
export function isEntry(
  text: string,
  line: Span,
  { kind }: Block,
  values: readonly Occurrence[],
  isOpen: boolean,
): boolean {
  if (kind === "row") return true;
  const length = line.end - line.start;
  if (length > LONG_LINE) return values.length >= 8 && length / values.length < 120;
  const first = values[0];
  if (first === undefined) return false;
  const written = text.slice(line.start, line.end);
  if (isData(written, ",") || isData(written, ";")) return true;
  const marker = kind === "item" ? (MARKER.exec(written)?.[0].length ?? 0) : 0;
  const start = first.start - line.start - marker;
  const words = wordsBeside(text, { start: line.start + marker, end: line.end }, values);
  if (kind === "item" && words <= MANY_WORDS && start <= SHORT_START) return true;
  // Its words are not separated by blanks, but it is a sentence.
  if (written.includes("。")) return false;
  const after = text.slice(first.end, Math.max(line.end, Math.min(text.length, first.end + 40)));
  const [rest = ""] = after.split("\n", 1);
  // The end of a sentence that began on an earlier line.
  if (isOpen && (/^[,.;)]?\s+\p{Ll}/u.test(rest) || (words <= 2 && /^[)"”]?\.\s*$/.test(rest)))) {
    return false;
  }
  if (words <= FEW_WORDS) return !/^\s*\p{Lu}?\p{Ll}+\s.*[.!?]\s*$/u.test(written) || words <= 2;
  // A value first, then a separator and its description.
  return start <= SHORT_START && /^\S{0,4}\s*(?:[-–—:=(|]|\s{2})/u.test(rest);
}

/** Returns whether a line is data such as `a,b,c` without blanks, which no sentence is. */
function isData(line: string, separator: string): boolean {
  let count = 0;
  for (let at = line.indexOf(separator); at !== -1; at = line.indexOf(separator, at + 1)) {
    if (line[at + 1] === " ") return false;
    count += 1;
  }
  return count >= 2;
}

/** Counts the words of a line outside its values, and stops once the limit is exceeded. */
function wordsBeside(text: string, { start, end }: Span, values: readonly Occurrence[]): number {
  let count = 0;
  let at = start;
  for (let i = 0; i <= values.length && count <= MANY_WORDS && at < end; i += 1) {
    const value = values[i];
    const to = Math.min(value?.start ?? end, end);
    if (to > at) count += countWords(text, at, to);
    at = Math.max(at, value?.end ?? end);
  }
  return count;
}

/** Counts words of two or more letters. In scripts without spaces, two characters count as a word. */
function countWords(text: string, from: number, to: number): number {
  let count = 0;
  for (const { start, end } of tokenize(text, from, to)) {
    if (end - start < 2 || isDigit(text.charCodeAt(start))) continue;
    count += text.charCodeAt(start) < FIRST_UNSPACED ? 1 : Math.ceil((end - start) / 2);
  }
  return count;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
