import { endOfSentence, TERMINATORS } from "./sentence-ends.ts";
import type { Span } from "./spans.ts";
import { insideSpan } from "./spans.ts";
import { findTechniqueIds } from "./technique-ids.ts";
import { findBlocks } from "./text-blocks.ts";

/** `text.slice(start, end)` is the sentence, without white space around it. */
export type Sentence = Span;

/** The longest sentence in UTF-16 units: evidence stays readable, and endless tables stay bounded. */
export const LONGEST_SENTENCE = 600;

/**
 * All non-white text in order, cut into sentences, headings, list items and table rows of
 * `LONGEST_SENTENCE` at most. A printed technique id is not cut, whatever stands in it. Linear.
 */
export function splitSentences(text: string): Sentence[] {
  const ids = findTechniqueIds(text);
  const ends = sentenceEnds(text, ids);
  const sentences: Sentence[] = [];
  let next = 0;
  for (const block of findBlocks(text, ids)) {
    let start = block.start;
    for (; next < ends.length; next += 1) {
      const end = ends[next] ?? block.end;
      if (end >= block.end) break;
      if (end <= start) continue;
      pushPieces(text, { start, end }, ids, sentences);
      start = skipWhite(text, end);
    }
    if (start < block.end) pushPieces(text, { start, end: block.end }, ids, sentences);
  }
  return sentences;
}

function sentenceEnds(text: string, ids: readonly Span[]): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(TERMINATORS)) {
    const end = endOfSentence(text, match.index, match[0]);
    if (end !== null && insideSpan(ids, end) === null) ends.push(end);
  }
  return ends;
}

function pushPieces(text: string, sentence: Span, ids: readonly Span[], into: Sentence[]): void {
  let { start } = sentence;
  while (sentence.end - start > LONGEST_SENTENCE) {
    const cut = placeOfCut(text, start, ids);
    into.push({ start, end: start + text.slice(start, cut).trimEnd().length });
    start = skipWhite(text, cut);
  }
  if (start < sentence.end) into.push({ start, end: sentence.end });
}

/** White space in the second half of the longest piece, or else a hard cut that spares ids and pairs. */
function placeOfCut(text: string, start: number, ids: readonly Span[]): number {
  const limit = start + LONGEST_SENTENCE;
  for (let at = limit; at > start + LONGEST_SENTENCE / 2; at -= 1) {
    if (isWhite(text, at) && insideSpan(ids, at) === null) return at;
  }
  const id = insideSpan(ids, limit);
  if (id !== null && id.start > start) return id.start;
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit;
}

function skipWhite(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWhite(text, at)) at += 1;
  return at;
}

function isWhite(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 0x20 && code < 0xa0) return false;
  return text.charAt(at).trim() === "" && at < text.length;
}
