import { lineEnd, lineStart } from "./characters.ts";

/** What has been read of the tables and lists before, so that no line is read for each of its values. */
export interface TableRows {
  /** The last line with a value of a table: where it begins, and where the table's first line does. */
  row: number;
  head: number;
  /** The last line with a value of a list, where it ends, and what stands above the list. */
  item: number;
  itemEnd: number;
  above: string | null;
}

export function newTableRows(): TableRows {
  return { row: -1, head: -1, item: -1, itemEnd: -1, above: null };
}

const SEPARATORS = ["|", "\t", ";", ","];
/** Rows of a table without a value that are looked through at most, and characters of each. */
const MAX_ROWS = 60;
const MAX_CHARS = 400;

/** The heading of the column that a place stands in, where its line is a table's row. */
export function headingOfColumn(
  text: string,
  at: number,
  line: number,
  rows: TableRows,
): string | null {
  const before = text.slice(line, at);
  const end = lineEnd(text, at, MAX_CHARS);
  const separator = SEPARATORS.find(
    (sign) => before.includes(sign) || text.slice(at, end).includes(sign),
  );
  if (separator === undefined) return null;
  const head = headOf(text, line, separator, rows);
  rows.row = line;
  rows.head = head;
  if (head === line) return null;
  const heading = text.slice(head, lineEnd(text, head, MAX_CHARS)).split(separator);
  const isSpreadsheet = separator === "," || separator === ";";
  const width = text.slice(line, end).split(separator).length;
  // A sentence has commas, too.
  if (isSpreadsheet && heading.length !== width) return null;
  return heading[before.split(separator).length - 1] ?? null;
}

/** Where the first line of the rows above begins. */
function headOf(text: string, line: number, separator: string, rows: TableRows): number {
  let head = line;
  for (let count = 0; count < MAX_ROWS && head > 0; count += 1) {
    if (head === rows.row) return rows.head;
    // A line that is longer than what is looked at is no row.
    if (text[head - 1] !== "\n") break;
    const above = lineStart(text, head - 1, MAX_CHARS);
    if (!text.slice(above, head - 1).includes(separator)) break;
    head = above;
  }
  return head;
}

/** The line above a list that a value stands in, if it is short enough to be a heading. */
export function headingAbove(
  text: string,
  at: number,
  line: number,
  rows: TableRows,
): string | null {
  const end = lineEnd(text, at, MAX_CHARS);
  const isNext =
    rows.item >= 0 &&
    line >= rows.item &&
    /^\s*$/.test(text.slice(rows.itemEnd, Math.min(line, rows.itemEnd + 8))) &&
    line - rows.itemEnd < 8;
  if (line !== rows.item && !isNext) rows.above = lineAbove(text, line);
  rows.item = line;
  rows.itemEnd = end;
  // Only what stands at the beginning of its line is an item of a list.
  return text.slice(line, at).trim().length > 40 ? null : rows.above;
}

/** The nearest line above that is not empty. */
function lineAbove(text: string, line: number): string | null {
  let end = line - 1;
  while (end > 0 && line - end < 6 && /\s/.test(text[end - 1] ?? "x")) end -= 1;
  if (end <= 0) return null;
  const from = lineStart(text, end, 120);
  const heading = text.slice(from, end).trim();
  return heading.length > 0 && heading.length < 100 ? heading : null;
}
