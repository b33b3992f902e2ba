import type { Outline } from "../../../text/document/document.ts";
import { splitSentences } from "../../../text/sentences/sentences.ts";
import { estimateTokens } from "./count-tokens.ts";

/** Part of a report for one call, as offsets into the text. */
export interface Chunk {
  start: number;
  end: number;
}

/** Characters repeated from the previous chunk for context. */
const OVERLAP = 600;

/**
 * Cuts a report into chunks of at most `limit` characters and about `maxTokens` tokens, which start and end at
 * sentences and together contain the whole text. A short report is one chunk.
 * @param limit at least 2,000
 * @param maxTokens at least the cost of the overlap and a sentence: about 1,200
 */
export function chunkReport(
  outline: Outline,
  limit: number,
  maxTokens = Number.POSITIVE_INFINITY,
): Chunk[] {
  const { text } = outline;
  if (text.length <= limit && estimateTokens(text) <= maxTokens) {
    return [{ start: 0, end: text.length }];
  }
  const sentences = splitSentences(outline);
  const tokens = countUpTo(text, sentences);
  const chunks: Chunk[] = [];
  let first = 0;
  let start = 0;
  let next = 0;
  while (start < text.length) {
    // The first sentence always fits, with at most 600 characters without white space.
    let last = next;
    while (
      last + 1 < sentences.length &&
      (sentences[last + 1]?.end ?? 0) - start <= limit &&
      (tokens[last + 2] ?? 0) - (tokens[first] ?? 0) <= maxTokens
    ) {
      last += 1;
    }
    const isEnd = last + 1 >= sentences.length;
    const end = isEnd ? text.length : (sentences[last + 1]?.start ?? text.length);
    chunks.push({ start, end: Math.min(end, start + limit) });
    if (isEnd) break;
    next = last + 1;
    first = next;
    while (
      first > 0 &&
      (sentences[next]?.start ?? 0) - (sentences[first - 1]?.start ?? 0) <= OVERLAP
    ) {
      first -= 1;
    }
    start = sentences[first]?.start ?? text.length;
  }
  return chunks;
}

/** Counts the tokens before each sentence, and at the end those of the whole text. */
function countUpTo(text: string, sentences: readonly { start: number }[]): number[] {
  const counts = [0];
  let from = 0;
  for (const { start } of [...sentences.slice(1), { start: text.length }]) {
    counts.push((counts.at(-1) ?? 0) + estimateTokens(text.slice(from, start)));
    from = start;
  }
  return counts;
}
