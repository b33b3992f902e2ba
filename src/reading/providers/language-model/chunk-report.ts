import type { Outline } from "../../../text/document/document.ts";
import { splitSentences } from "../../../text/sentences/sentences.ts";

/** Part of a report for one call: offsets into the text. */
export interface Chunk {
  start: number;
  end: number;
}

/** How much a chunk repeats of the one before, so that nothing is torn out of its context. */
const OVERLAP = 600;

/**
 * Cuts a report into chunks of at most `limit` characters, each begun and ended where a sentence
 * does; together they are the whole text. One that fits is one chunk.
 * @param limit at least 2,000
 */
export function chunkReport(outline: Outline, limit: number): Chunk[] {
  const { text } = outline;
  if (text.length <= limit) return [{ start: 0, end: text.length }];
  const sentences = splitSentences(outline);
  const chunks: Chunk[] = [];
  let start = 0;
  let next = 0;
  while (start < text.length) {
    // The first sentence always fits: none is longer than 600 characters, white space aside.
    let last = next;
    while (last + 1 < sentences.length && (sentences[last + 1]?.end ?? 0) - start <= limit) {
      last += 1;
    }
    const isEnd = last + 1 >= sentences.length;
    const end = isEnd ? text.length : (sentences[last + 1]?.start ?? text.length);
    chunks.push({ start, end: Math.min(end, start + limit) });
    if (isEnd) break;
    next = last + 1;
    let back = next;
    while (
      back > 0 &&
      (sentences[next]?.start ?? 0) - (sentences[back - 1]?.start ?? 0) <= OVERLAP
    ) {
      back -= 1;
    }
    start = sentences[back]?.start ?? text.length;
  }
  return chunks;
}
