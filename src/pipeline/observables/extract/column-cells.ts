import { lineEnd, lineStart } from "./characters.ts";
import type { Span } from "./label-gaps.ts";

const MAX_CHARS = 600;
const MAX_COLUMNS = 4;
const SEPARATORS = ["|", "\t", ";", ","];
/** Rows of a table that are read at most. */
const MAX_ROWS = 2_000;
/** The line of a Markdown table below its head: `|---|:--:|`. */
const RULE = /^\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/;

export interface Column {
  cells: Span[];
  /** A rule below its head, or cells beside it that are headings too, prove that the first line is a head. */
  isProven: boolean;
}

/**
 * The cells below a label that is the heading of a column: it fills its cell, and the table's first
 * line is its own. Null where it is none. Only first lines are read on from, so each table is read
 * once for each such heading.
 */
export function columnBelow(text: string, label: number, end: number): Column | null {
  const line = lineStart(text, label, MAX_CHARS);
  const to = lineEnd(text, label, MAX_CHARS);
  const head = text.slice(line, to);
  const separator = SEPARATORS.find((sign) => head.split(sign).length > 1);
  if (separator === undefined || !isCell(text, label, end)) return null;
  // One table is read for a few of its columns at most.
  if (head.split(text.slice(label, end)).length > MAX_COLUMNS) return null;
  // A sentence has commas, too.
  const width = separator === "," || separator === ";" ? head.split(separator).length : null;
  const above = line === 0 ? "" : text.slice(lineStart(text, line - 1, MAX_CHARS), line - 1);
  if (above.includes(separator)) return null;
  const place = text.slice(line, label).split(separator).length - 1;
  const cells: Span[] = [];
  let isProven = false;
  let from = nextLine(text, to);
  for (let rows = 0; rows < MAX_ROWS && from < text.length; rows += 1) {
    const stop = lineEnd(text, from, MAX_CHARS);
    const row = text.slice(from, stop);
    if (!row.includes(separator) || (width !== null && row.split(separator).length !== width))
      break;
    if (RULE.test(row.trim())) isProven = true;
    else {
      const cell = cellAt(row, separator, place);
      if (cell !== null) cells.push({ from: from + cell.from, to: from + cell.to });
    }
    from = nextLine(text, stop);
  }
  return { cells, isProven };
}

/** Whether nothing else stands in a label's cell, but for a remark in brackets or the letter of a plural. */
function isCell(text: string, label: number, end: number): boolean {
  const before = text.slice(Math.max(0, label - 12), label);
  return (
    /(?:^|[\n|\t,;])[ *_`"]{0,4}$/.test(before) &&
    /^s?[ *_`"]{0,4}(?:\([^()\n|\t]{1,20}\)[ *_]{0,3})?(?:[|\t\r\n,;]|$)/.test(
      text.slice(end, end + 32),
    )
  );
}

function nextLine(text: string, end: number): number {
  const newline = text.indexOf("\n", end);
  return newline < 0 || newline - end > 2 ? text.length : newline + 1;
}

/** A row's cell without the signs of formatting around it; null where it is empty. */
function cellAt(row: string, separator: string, place: number): Span | null {
  let from = 0;
  for (let i = 0; i < place; i += 1) {
    const next = row.indexOf(separator, from);
    if (next < 0) return null;
    from = next + 1;
  }
  const stop = row.indexOf(separator, from);
  let to = stop < 0 ? row.length : stop;
  while (from < to && /[\s"'`*]/.test(row[from] ?? "")) from += 1;
  while (to > from && /[\s"'`*]/.test(row[to - 1] ?? "")) to -= 1;
  return to > from ? { from, to } : null;
}
