import type { Span } from "../document/document.ts";
import { endsClause, startsLower } from "../document/line-ends.ts";
import { MARKER } from "../document/list-marker.ts";

/** One-word entry, usually an indicator. The next line does not belong to it. */
const LONE_ENTRY = /^\S+ \S+$/u;
/** Adjacent columns: a tab, three spaces or a bar between two words. */
const COLUMNS = /\S *\t\s*\S|\S {3,}\S|\S \| \S/u;
const BETWEEN_CELLS = / {3,}\t?[ \t]*|\t[ \t]*| \| /gu;
/** Caption below a line that ended without its full stop. */
export const CAPTION =
  /^(?:Table|Figure|Tabelle|Abbildung|Tableau|Tabla|Таблица|Рисунок) \d{1,3}[:.]/u;
/** Number of characters examined at either end of a line. */
const EDGE = 60;

export function isItem(line: string): boolean {
  return MARKER.test(line.slice(0, EDGE));
}

/** Returns whether a line is a one-word list entry that the next line does not continue. */
export function isLoneEntry(line: string, next: string): boolean {
  return isItem(line) && LONE_ENTRY.test(line) && !startsLower(next);
}

export function isRow(line: string): boolean {
  return COLUMNS.test(line);
}

/** Returns the cells of a table row, with offsets into the text. */
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

/** Words that never end a sentence, so the next line always continues it. */
const ENDS_OPEN =
  /\s(?:the|an?|of|to|in|with|by|and|or|under|from|for|as|at|on|using|via|called)$/iu;
/** Pointer at the foot of a page, whose address was a link. */
const POINTER = /^For (?:more|further) (?:information|details)\b/iu;
/** Minimum length and number of words of a line of prose. */
const PROSE = 30;
const PROSE_WORDS = 5;

/** Returns whether a page end or lost formatting splits a sentence between two lines. */
export function isTorn(line: string, next: string): boolean {
  if (line.length < PROSE || line.split(" ", PROSE_WORDS).length < PROSE_WORDS) return false;
  if (!startsLower(next) && (!ENDS_OPEN.test(line.slice(-EDGE)) || isItem(next))) return false;
  return !endsClause(line) && !POINTER.test(line) && !isRow(line) && !isRow(next);
}
