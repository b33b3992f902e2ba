import { isBlank } from "./characters.ts";

/** What a page has at its head and foot: marking, page number, product, list of agencies. */
const FURNITURE =
  /^(?:TLP:\s?\w+.*|(?:-\s?)?(?:page|seite|página|стр\.?|страница)\s+\d+.*|\d{1,4}\s*(?:of|\/|von|из)\s*\d{1,4}|第?\s?\d{1,4}\s?页.*|.*product id:.*|[A-Z][A-Z-]{1,11}(?:\s?\|\s?[A-Z][A-Z-]{1,11})+|.*(?:all rights reserved|©).*)$/i;
/** A page's edge has a few such lines, with empty ones between. */
const MAX_LINES = 10;
const MAX_CHARS = 120;

/**
 * Where the text goes on after the end of a line, over what stands at a page's edge: the place of
 * the next line's first character that is no blank; null where the text or the paragraph ends.
 */
export function nextContent(text: string, newline: number): number | null {
  let at = newline;
  let isPageEdge = false;
  let isAfterBlank = false;
  for (let lines = 0; lines < MAX_LINES && at < text.length; lines += 1) {
    let from = at + 1;
    while (from < text.length && from - at < 9 && isBlank(text.charCodeAt(from))) from += 1;
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const isEmpty = to <= from || (to === from + 1 && text[from] === "\r");
    if (isEmpty) isAfterBlank = true;
    else if (to - from < MAX_CHARS && isFurniture(text, from, to)) isPageEdge = true;
    else return isAfterBlank && !isPageEdge ? null : from;
    if (to === text.length) return null;
    at = to;
  }
  return null;
}

function isFurniture(text: string, from: number, to: number): boolean {
  const code = text.charCodeAt(from);
  // A lone number may be the rest of an address.
  if (to - from < 5) return false;
  const mayBe =
    code < 0x3a || (code >= 0x41 && code <= 0x5a) || code > 0x7f || (code | 0x20) === 0x70;
  return mayBe && FURNITURE.test(text.slice(from, to).trim());
}
