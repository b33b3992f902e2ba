import type { Span } from "../../../text/document/document.ts";

/** Maximum text per page. */
const PAGE_CHARS = 60_000;
/** How far before its limit a page may end to avoid splitting a paragraph. */
const SLACK = 5_000;

/** Splits a text into pages, at nearby paragraph or line ends where possible. An empty text has one page. */
export function cutText(text: string, most = PAGE_CHARS, slack = SLACK): Span[] {
  const pages: Span[] = [];
  let start = 0;
  while (text.length - start > most) {
    const end = endOfPage(text, start + most, slack);
    pages.push({ start, end });
    start = end;
  }
  return [...pages, { start, end: text.length }];
}

function endOfPage(text: string, last: number, slack: number): number {
  for (const separator of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(separator, last - separator.length);
    if (at >= last - slack) return at + separator.length;
  }
  // Avoids splitting a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(last - 1)) ? last - 1 : last;
}

/** Returns the page, from 0, that contains an offset. */
export function pageOf(pages: readonly Span[], offset: number): number {
  return Math.max(
    0,
    pages.findLastIndex(({ start }) => start <= offset),
  );
}
