import type { Span } from "../document/document.ts";
import { endsClause, startsLower } from "../document/line-ends.ts";
import { MARKER } from "../document/list-marker.ts";

/** An entry of one word, mostly an indicator, of which the next line is no part. */
const LONE_ENTRY = /^\S+ \S+$/u;
/** Columns side by side: a tab, three spaces or a bar between two words. */
const COLUMNS = /\S *\t\s*\S|\S {3,}\S|\S \| \S/u;
const BETWEEN_CELLS = / {3,}\t?[ \t]*|\t[ \t]*| \| /gu;
/** A caption below a line that ended without its stop. */
export const CAPTION =
  /^(?:Table|Figure|Tabelle|Abbildung|Tableau|Tabla|Таблица|Рисунок) \d{1,3}[:.]/u;
/** How much of a line's beginning and end is looked at. */
const EDGE = 60;

export function isItem(line: string): boolean {
  return MARKER.test(line.slice(0, EDGE));
}

/** Whether a line of one marked word stands alone, whatever follows. */
export function isLoneEntry(line: string, next: string): boolean {
  return isItem(line) && LONE_ENTRY.test(line) && !startsLower(next);
}

export function isRow(line: string): boolean {
  return COLUMNS.test(line);
}

/** The cells of a line that is a row of a table, with offsets into the text. */
export function cellsOf(line: string, start: number): Span[] {
  const cells: Span[] = [];
  const add = (from: number, to: number) => {
    const width = line.slice(from, to).trimEnd().length;
    cells.push({ start: start + from, end: start + from + width });
  };
  let from = 0;
  for (const { index, 0: gap } of line.matchAll(BETWEEN_CELLS)) {
    add(from, index);
    from = index + gap.length;
    // Each further tab is an empty cell.
    for (let tabs = gap.split("\t").length - 2; tabs > 0; tabs -= 1) add(from, from);
  }
  add(from, line.length);
  return cells;
}

/** What never ends a sentence, so that the next line belongs to it whatever it looks like. */
const ENDS_OPEN =
  /\s(?:the|an?|of|to|in|with|by|and|or|under|from|for|as|at|on|using|via|called)$/iu;
/** A pointer at the foot of a page, whose address was a link. */
const POINTER = /^For (?:more|further) (?:information|details)\b/iu;
/** A line of prose is no shorter, and has as many words. */
const PROSE = 30;
const PROSE_WORDS = 5;

/** Whether the end of a page or lost formatting parts two lines of one sentence. */
export function isTorn(line: string, next: string): boolean {
  if (line.length < PROSE || line.split(" ", PROSE_WORDS).length < PROSE_WORDS) return false;
  if (!startsLower(next) && (!ENDS_OPEN.test(line.slice(-EDGE)) || isItem(next))) return false;
  return !endsClause(line) && !POINTER.test(line) && !isRow(line) && !isRow(next);
}
