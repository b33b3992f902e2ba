import type { Span } from "../../../text/document/document.ts";

/** As much text as a page shows. */
const PAGE_CHARS = 60_000;
/** How far before its end a page may stop for the sake of a paragraph. */
const SLACK = 5_000;

/** Cuts a text into pages, between paragraphs or lines where some are near; one page for an empty text. */
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
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(last - 1)) ? last - 1 : last;
}

/** The page, from 0, that a place is on. */
export function pageOf(pages: readonly Span[], offset: number): number {
  return Math.max(
    0,
    pages.findLastIndex(({ start }) => start <= offset),
  );
}
