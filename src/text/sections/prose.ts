import type { Span } from "../document/document.ts";
import { findSentenceEnds } from "../sentences/sentence-ends.ts";

const MIN_PROSE = 60;
const MIN_SIGNS = 20;

/** Returns whether a sentence is part of an article: whole, and longer than a menu entry. */
export function isProse(words: string): boolean {
  if (!/[.!?。！？]["”’)\]]*$/u.test(words)) return false;
  // One Chinese character carries as much information as several letters.
  return words.length >= MIN_PROSE || (words.match(/\p{Script=Han}/gu)?.length ?? 0) >= MIN_SIGNS;
}

/** Counts the sentences of a block that are prose, up to `most`. */
export function countProse(text: string, block: Span, most: number): number {
  let count = 0;
  let { start } = block;
  for (const end of findSentenceEnds(text, block, [])) {
    if (isProse(text.slice(start, end).trim())) count += 1;
    if (count >= most) return count;
    start = end;
  }
  return count;
}
