import type { Block, Span } from "../../../text/document/document.ts";
import { MARKER } from "../../../text/document/list-marker.ts";
import { tokenize } from "../../../text/tokens/tokens.ts";
import { FIRST_UNSPACED } from "../../../text/phrases/phrases.ts";
import type { Occurrence } from "../found.ts";

/** More words beside its values make a line a sentence. */
const FEW_WORDS = 6;
const MANY_WORDS = 2 * FEW_WORDS;
const LONG_LINE = 2000;
/** A label or the name of a type before the value, at most. */
const SHORT_START = 32;

/**
 * Whether a line with values is an entry of a list or a row of a table, rather than prose. What has the form of
 * neither may be a list all the same: a line with next to nothing beside its values.
 * @param isOpen whether the paragraph before goes on here
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
  // Its words are not parted by blanks, but it is a sentence.
  if (written.includes("。")) return false;
  const after = text.slice(first.end, Math.max(line.end, Math.min(text.length, first.end + 40)));
  const [rest = ""] = after.split("\n", 1);
  // The end of a sentence that began on a line before.
  if (isOpen && (/^[,.;)]?\s+\p{Ll}/u.test(rest) || (words <= 2 && /^[)"”]?\.\s*$/.test(rest)))) {
    return false;
  }
  if (words <= FEW_WORDS) return !/^\s*\p{Lu}?\p{Ll}+\s.*[.!?]\s*$/u.test(written) || words <= 2;
  // A value first, and then what parts it from what is said of it.
  return start <= SHORT_START && /^\S{0,4}\s*(?:[-–—:=(|]|\s{2})/u.test(rest);
}

/** `a,b,c` without blanks: data, which no sentence is. */
function isData(line: string, separator: string): boolean {
  let count = 0;
  for (let at = line.indexOf(separator); at !== -1; at = line.indexOf(separator, at + 1)) {
    if (line[at + 1] === " ") return false;
    count += 1;
  }
  return count >= 2;
}

/** Words of a line that are no part of its values; counts no further than it matters. */
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

/** Words of two letters and more; of scripts without spaces, two signs are a word. */
function countWords(text: string, from: number, to: number): number {
  let count = 0;
  for (const { start, end } of tokenize(text, from, to)) {
    if (end - start < 2 || isDigit(text.charCodeAt(start))) continue;
    count += text.charCodeAt(start) < FIRST_UNSPACED ? 1 : Math.ceil((end - start) / 2);
  }
  return count;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
