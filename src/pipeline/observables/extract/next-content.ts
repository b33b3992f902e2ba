import type { Span } from "../../../text/document/document.ts";
import { isSpace } from "./characters.ts";
import type { PlainText } from "./plain-text.ts";

/** Where a text continues after a line end. */
export interface NextContent {
  at: number;
  /** Indent, in columns. */
  indent: number;
  /** Whether an empty line or furniture is between them. */
  isApart: boolean;
}

/** A page header and footer have a few lines, which are blank. */
const MAX_LINES = 16;
const MAX_CHARS = 4_000;

/** Returns the first non-space character after a newline, or null at the end of the text. */
export function nextContent(text: string, newline: number): NextContent | null {
  let lines = 0;
  let line = newline + 1;
  for (let at = line; at < text.length && at - newline < MAX_CHARS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) {
      lines += 1;
      line = at + 1;
      if (lines === MAX_LINES) return null;
    } else if (!isSpace(code)) return { at, indent: at - line, isApart: lines > 0 };
  }
  return null;
}

/** Returns where the content of a line ends, before any blank furniture. */
export function contentEnd(text: string, newline: number): number {
  let to = newline;
  while (to > 0 && text[to - 1] !== "\n" && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return to;
}

/** The page edges of a text: furniture or a form feed. */
export class PageEdges {
  readonly #plain: PlainText;
  readonly #furniture: readonly Span[];

  /** @param furniture in order, with offsets in the original text */
  constructor(plain: PlainText, furniture: readonly Span[]) {
    this.#plain = plain;
    this.#furniture = furniture;
  }

  /** Returns whether a page ends between two indexes that only white space separates. */
  isBetween(from: number, to: number): boolean {
    const { text } = this.#plain;
    if (text.slice(from, Math.min(to, from + MAX_CHARS)).includes("\f")) return true;
    const start = this.#plain.endOf(from);
    let low = 0;
    let high = this.#furniture.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#furniture[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (this.#furniture[low]?.start ?? Infinity) < this.#plain.startOf(to);
  }
}
