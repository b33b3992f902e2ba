import { lineEnd, lineStart } from "./characters.ts";

/** The last line of a list that has a value, its end, and the line above the list. */
export interface ListHeading {
  item: number;
  itemEnd: number;
  above: string | null;
}

export function newListHeading(): ListHeading {
  return { item: -1, itemEnd: -1, above: null };
}

const MAX_CHARS = 400;

/** Returns the line above the list that contains a value, if it is short enough for a heading. */
export function headingAbove(
  text: string,
  at: number,
  line: number,
  list: ListHeading,
): string | null {
  const end = lineEnd(text, at, MAX_CHARS);
  const isNext =
    list.item >= 0 &&
    line >= list.item &&
    /^\s*$/.test(text.slice(list.itemEnd, Math.min(line, list.itemEnd + 8))) &&
    line - list.itemEnd < 8;
  if (line !== list.item && !isNext) list.above = lineAbove(text, line);
  list.item = line;
  list.itemEnd = end;
  // Only a value at the beginning of its line is a list item.
  return text.slice(line, at).trim().length > 40 ? null : list.above;
}

/** Returns the nearest non-empty line above. */
function lineAbove(text: string, line: number): string | null {
  let end = line - 1;
  while (end > 0 && line - end < 6 && /\s/.test(text[end - 1] ?? "x")) end -= 1;
  if (end <= 0) return null;
  const from = lineStart(text, end, 120);
  const heading = text.slice(from, end).trim();
  return heading.length > 0 && heading.length < 100 ? heading : null;
}
