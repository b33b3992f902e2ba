import type { Span } from "../document/document.ts";
import { splitBlocks } from "../outline/blocks.ts";
import { findSentenceEnds } from "./sentence-ends.ts";
import { findTechniqueIds } from "../tokens/technique-ids.ts";

/** A sentence, table row, heading or list item: UTF-16 offsets, no white space at either end. */
export type Sentence = Span;

/** Longest sentence in UTF-16 units: evidence that nobody can read is none. */
export const MAX_SENTENCE = 600;
/** A cut at white space may make a piece this short, not shorter. */
const MIN_PIECE = 300;

/**
 * Sentences of prose as PDF, DOCX and plain text extraction give it, in order. Together they cover
 * all text that is not white space. None is longer than `MAX_SENTENCE`; no technique id is divided.
 */
export function splitSentences(text: string): Sentence[] {
  const ids = findTechniqueIds(text);
  const sentences: Sentence[] = [];
  let nextId = 0;
  for (const block of splitBlocks(text, ids)) {
    const idsOfBlock: Span[] = [];
    for (let id = ids[nextId]; id !== undefined && id.start < block.end; id = ids[nextId]) {
      idsOfBlock.push(id);
      nextId += 1;
    }
    let start = block.start;
    let firstId = 0;
    for (const end of findSentenceEnds(text, block, idsOfBlock)) {
      const sentence = trim(text, start, end);
      if (sentence !== null) firstId = cutLong(text, sentence, idsOfBlock, firstId, sentences);
      start = end;
    }
  }
  return sentences;
}

/** The index of the last sentence that starts at or before `offset`; 0 when there is none. */
export function sentenceAt(sentences: readonly Sentence[], offset: number): number {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sentences[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function trim(text: string, from: number, to: number): Sentence | null {
  let start = from;
  let end = to;
  while (start < end && isWhite(text, start)) start += 1;
  while (end > start && isWhite(text, end - 1)) end -= 1;
  return start < end ? { start, end } : null;
}

function isWhite(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(text.charAt(at));
}

/** Appends the pieces of a sentence to `out`. @returns the first id that ends after the last cut */
function cutLong(
  text: string,
  sentence: Sentence,
  ids: readonly Span[],
  firstId: number,
  out: Sentence[],
): number {
  let { start } = sentence;
  let nextId = firstId;
  while (sentence.end - start > MAX_SENTENCE) {
    let end = cutPoint(text, start);
    while ((ids[nextId]?.end ?? Infinity) <= end) nextId += 1;
    const divided = ids[nextId];
    if (divided !== undefined && divided.start < end && divided.start > start) end = divided.start;
    const piece = trim(text, start, end);
    if (piece !== null) out.push(piece);
    start = end;
  }
  const last = trim(text, start, sentence.end);
  if (last !== null) out.push(last);
  return nextId;
}

/** Where to cut a piece that begins at `start`: at white space if there is any near the limit. */
function cutPoint(text: string, start: number): number {
  const limit = start + MAX_SENTENCE;
  for (let at = limit; at > start + MIN_PIECE; at -= 1) if (isWhite(text, at)) return at;
  const code = text.charCodeAt(limit - 1);
  const dividesPair = code >= 0xd800 && code < 0xdc00;
  return dividesPair ? limit - 1 : limit;
}
