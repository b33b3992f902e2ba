import type { Span } from "../document/document.ts";
import { BEFORE_NUMBER, EITHER, INSIDE, STARTERS } from "./sentence-words.ts";

const STOP = /[.!?…．。！？｡]+/gu;
const FULL_WIDTH_STOP = /[。！？｡]/u;
/** Closing quotes, brackets and citations such as `[3]` or `[T1059]`, which belong to the sentence before them. */
const AFTER_STOP = /(?:["'\p{Pe}\p{Pf}]|\[[^\]\s]{1,12}\]|[¹²³⁰⁴-⁹]){0,40}/uy;
/** Software names that begin in lower case: "anchor_dns", "njRAT". */
const SMALL_NAME = /^\p{Ll}[\p{Ll}\d]*(?:_|\p{Lu})/u;
const CANNOT_START = /[\p{Ll}\p{Pe}\p{Pf},;:.!?%=]/u;

/**
 * Returns the offsets where the sentences of a block end, in order. The last one is the end of the block. Tuned for
 * Latin, Cyrillic and CJK prose. No sentence ends inside one of `whole` (in order, without overlaps).
 */
export function findSentenceEnds(text: string, block: Span, whole: readonly Span[]): number[] {
  const ends: number[] = [];
  // Slices the text so that the search for a stop never leaves the block.
  const inner = text.slice(block.start, block.end);
  let sentenceStart = 0;
  let nextWhole = 0;
  STOP.lastIndex = 0;
  for (let stop = STOP.exec(inner); stop !== null; stop = STOP.exec(inner)) {
    const end = endAfter(inner, stop.index + stop[0].length);
    STOP.lastIndex = end;
    const offset = block.start + stop.index;
    while ((whole[nextWhole]?.end ?? Infinity) <= offset) nextWhole += 1;
    if ((whole[nextWhole]?.start ?? Infinity) <= offset || end === inner.length) continue;
    if (!isSentenceEnd(inner, sentenceStart, stop.index, stop[0], end)) continue;
    ends.push(block.start + end);
    sentenceStart = end;
  }
  ends.push(block.end);
  return ends;
}

function endAfter(text: string, at: number): number {
  AFTER_STOP.lastIndex = at;
  return at + (AFTER_STOP.exec(text)?.[0].length ?? 0);
}

function isSentenceEnd(text: string, from: number, at: number, stop: string, end: number): boolean {
  if (FULL_WIDTH_STOP.test(stop)) return true;
  const rest = text.slice(end, end + 60);
  const next = rest.trimStart();
  if (next === rest && next !== "") return false;
  const first = String.fromCodePoint(next.codePointAt(0) ?? 0);
  if (CANNOT_START.test(first) && !SMALL_NAME.test(next)) return false;
  if (stop !== "." && stop !== "．") return true;
  const isListNumber = at - from < 12 && !/\p{L}/u.test(text.slice(from, at));
  return !isListNumber && !isAbbreviation(text.slice(Math.max(from, at - 14), at), next);
}

function isAbbreviation(before: string, next: string): boolean {
  const printed = /[\p{L}.]+$/u.exec(before)?.[0] ?? "";
  const word = printed.toLowerCase();
  if (INSIDE.has(word)) return true;
  if (BEFORE_NUMBER.has(word) && /^\d/.test(next)) return true;
  const isInitials = /^\p{Lu}$/u.test(printed) || /^(?:\p{L}\.){1,4}\p{L}$/u.test(printed);
  if (!isInitials && !EITHER.has(word)) return false;
  return !STARTERS.has(/^\P{L}{0,2}([a-z]+)\b/iu.exec(next)?.[1]?.toLowerCase() ?? "");
}
