import { isSpace } from "./characters.ts";
import { contentEnd } from "./next-content.ts";

/** The last word of a line and the first of the next, between which a value may be broken. */
export interface LineBreak {
  left: string;
  right: string;
  /** Whether nothing else is on the line of `left`, or of `right`. */
  isLeftAlone: boolean;
  isRightAlone: boolean;
  /** Whether an adjacent tab separates table cells. */
  isCell: boolean;
  /** The text to remove when joining: from the end of `left` to the start of `right`. */
  from: number;
  to: number;
}

const LONGEST = 300;

/** Returns the words around a line end. `to` is where the text continues. */
export function lineBreakAt(text: string, newline: number, to: number): LineBreak | null {
  const from = contentEnd(text, newline);
  let start = from;
  while (start > 0 && from - start < LONGEST && !isSpace(text.charCodeAt(start - 1))) start -= 1;
  let end = to;
  while (end < text.length && end - to < LONGEST && !isSpace(text.charCodeAt(end))) end += 1;
  if (from - start >= LONGEST || start === from) return null;
  return {
    left: text.slice(start, from),
    right: text.slice(to, end),
    isLeftAlone: isLineEdge(text, start - 1, -1),
    isRightAlone: isLineEdge(text, end, 1),
    isCell: text[start - 1] === "\t" || text[end] === "\t",
    from,
    to,
  };
}

/** Returns whether only blanks are between an index and the line edge. */
export function isLineEdge(text: string, at: number, step: 1 | -1): boolean {
  for (let i = at; Math.abs(i - at) < 6; i += step) {
    // Access beyond the end of the text is slow.
    if (i < 0 || i >= text.length) return true;
    const code = text.charCodeAt(i);
    // A tab ends a cell.
    if (code === 0x0a || code === 0x09) return true;
    if (!isSpace(code)) return false;
  }
  return false;
}
