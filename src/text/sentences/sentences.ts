import { bodyText } from "../document/body-text.ts";
import type { Block, Outline, Span } from "../document/document.ts";
import { splitLines } from "../document/lines.ts";
import { spanAt } from "../document/span-at.ts";
import { findTechniqueIds } from "../tokens/technique-ids.ts";
import { findSentenceEnds } from "./sentence-ends.ts";

/** A sentence, table row, heading or list item: UTF-16 offsets without surrounding white space. */
export type Sentence = Span;

/** Longest sentence in UTF-16 units. Longer evidence would be unreadable. */
export const MAX_SENTENCE = 600;
/** Minimum length of a piece cut at white space. */
const MIN_PIECE = 300;

/**
 * Splits a text into sentences, in order. They cover everything but white space and furniture. No sentence crosses a
 * block's border, unless the block continues after furniture, which the sentence then includes. None is longer than
 * `MAX_SENTENCE`, and no technique id is divided. Each heading and each line of code is one sentence.
 */
export function splitSentences(outline: Outline): Sentence[] {
  const text = bodyText(outline);
  const ids = findTechniqueIds(text);
  const sentences: Sentence[] = [];
  let nextId = 0;
  for (const part of partsOf(text, outline.blocks)) {
    const idsOfPart: Span[] = [];
    for (let id = ids[nextId]; id !== undefined && id.start < part.end; id = ids[nextId]) {
      idsOfPart.push(id);
      nextId += 1;
    }
    let { start } = part;
    let firstId = 0;
    const ends = part.isWhole ? [part.end] : findSentenceEnds(text, part, idsOfPart);
    for (const end of ends) {
      const sentence = trim(text, start, end);
      if (sentence !== null) firstId = cutLong(text, sentence, idsOfPart, firstId, sentences);
      start = end;
    }
  }
  return sentences;
}

/** Yields the parts that no sentence crosses: blocks with their continuations, and lines of code. */
function* partsOf(text: string, blocks: readonly Block[]): Generator<Span & { isWhole: boolean }> {
  let open: Span | null = null;
  for (const block of blocks) {
    const { kind, start, end } = block;
    if (kind === "furniture") continue;
    if (open !== null && block.continues === true) {
      open = { start: open.start, end };
      continue;
    }
    if (open !== null) yield { ...open, isWhole: false };
    open = null;
    if (kind === "code") {
      for (const line of splitLines(text.slice(start, end))) {
        yield { start: start + line.start, end: start + line.end, isWhole: true };
      }
    } else if (kind === "heading") yield { start, end, isWhole: true };
    else open = { start, end };
  }
  if (open !== null) yield { ...open, isWhole: false };
}

/** Returns the index of the last sentence that starts at or before `offset`, or 0 if there is none. */
export const sentenceAt: (sentences: readonly Sentence[], offset: number) => number = spanAt;

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

/** Returns where to cut a piece that begins at `start`: at white space, if any is near the limit. */
function cutPoint(text: string, start: number): number {
  const limit = start + MAX_SENTENCE;
  for (let at = limit; at > start + MIN_PIECE; at -= 1) if (isWhite(text, at)) return at;
  const code = text.charCodeAt(limit - 1);
  const dividesPair = code >= 0xd800 && code < 0xdc00;
  return dividesPair ? limit - 1 : limit;
}
