import { spanAt } from "../../../text/document/span-at.ts";
import type { Span } from "../../../text/document/document.ts";

const OPEN = "<!--";
const CLOSE = "-->";
/** Maximum length of a comment. Longer or unclosed ones are text with a stray opening. */
const MAX_COMMENT = 4000;

/**
 * Finds HTML comments that remained in a text. Returns a function that checks whether a part of the text overlaps one.
 */
export function findComments(text: string): (start: number, end: number) => boolean {
  const comments: Span[] = [];
  let close = 0;
  for (let start = text.indexOf(OPEN); start !== -1; start = text.indexOf(OPEN, start)) {
    const from = start + OPEN.length;
    // Searches for each closing once, however many openings there are.
    if (close < from) {
      const found = text.indexOf(CLOSE, from);
      close = found === -1 ? Infinity : found;
    }
    const isComment = close - from <= MAX_COMMENT;
    const end = close + CLOSE.length;
    if (isComment) comments.push({ start, end });
    start = isComment ? end : from;
  }
  return (start, end) => {
    const last = comments[spanAt(comments, end - 1)];
    return last !== undefined && last.start < end && last.end > start;
  };
}
