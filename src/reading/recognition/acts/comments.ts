import { spanAt } from "../../../text/document/span-at.ts";
import type { Span } from "../../../text/document/document.ts";

const OPEN = "<!--";
const CLOSE = "-->";
/** What is longer, or never closes, is text with a stray sign, not a comment. */
const MAX_COMMENT = 4000;

/** Finds the comments of HTML that stayed in a text, and says whether a part of the text overlaps one. */
export function findComments(text: string): (start: number, end: number) => boolean {
  const comments: Span[] = [];
  let close = 0;
  for (let start = text.indexOf(OPEN); start !== -1; start = text.indexOf(OPEN, start)) {
    const from = start + OPEN.length;
    // Each close is looked for once, however many signs open.
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
