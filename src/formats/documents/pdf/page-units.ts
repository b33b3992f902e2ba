import { findGaps, type Join } from "./find-gaps.ts";
import { orderColumns } from "./order-columns.ts";
import type { Fragment, PageLine, PageLines } from "./page-lines.ts";
import { findDividedRows } from "./table-rows.ts";

/** A fragment of printed text on a page, and what follows it. */
export interface Part {
  fragment: Fragment;
  after: string;
  page: number;
  /** Ends within a word that the next part continues. */
  isDivided?: true;
}

/** A line of a page or a row of a table. */
export interface Unit {
  /** The line itself, or the first line of a row. */
  line: PageLine;
  parts: Part[];
  /** Set for a row. */
  cells: Cell[] | null;
}

/** The parts of a cell, from the first to the one after the last. */
export interface Cell {
  from: number;
  to: number;
}

/** The first and last line of a row whose cells were drawn one after the other. */
interface DrawnRow {
  from: number;
  to: number;
}

/**
 * Returns the lines and rows of a page in drawing order, except for its tables. The cells of a row are
 * separated by tabs, and the lines of one cell by line breaks. Cells of running text keep their separators,
 * because sentence analysis treats a row with tabs as one line.
 */
export function pageUnits({ lines: drawnLines }: PageLines, page: number): Unit[] {
  const lines = orderColumns(drawnLines);
  const gaps = findGaps(lines);
  const joins = gaps.flatMap(({ joins: ones }) => ones);
  const all = allTabs(joins);
  const rows = rowsOf(joins, all);
  const tabs = keptTabs(lines, all, rows);
  const divided = new Map(findDividedRows(lines, gaps).map((row) => [row.from, row]));
  const drawn = new Map(drawnRows(lines, joins, all, rows).map((row) => [row.from, row.to]));
  const units: Unit[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const whole = divided.get(index);
    const to = drawn.get(index);
    if (whole !== undefined) {
      units.push({ line, ...dividedRow(whole.cells, tailOf(lines, whole.to, tabs), page) });
      index = whole.to;
    } else if (to !== undefined) {
      const row = Array.from({ length: to - index + 1 }, (_, at) => index + at);
      const parts = row.map((at) => partsOf(lines, at, tabs, page));
      units.push({ line, parts: parts.flat(), cells: cellsOf(parts, index, all) });
      index = to;
    } else {
      units.push({ line, parts: partsOf(lines, index, tabs, page), cells: null });
    }
  }
  return units;
}

/** Which cells begin after a tab: from `line` to its fragments. */
type Tabs = ReadonlyMap<number, ReadonlySet<number>>;

function allTabs(joins: readonly Join[]): Tabs {
  const tabs = new Map<number, Set<number>>();
  for (const { line, fragment } of joins) {
    tabs.set(line, (tabs.get(line) ?? new Set()).add(fragment));
  }
  return tabs;
}

function keptTabs(lines: readonly PageLine[], all: Tabs, rows: readonly number[][]): Tabs {
  const tabs = new Map(all);
  for (const row of rows) {
    if (!row.some((line) => isRunningText(lines, line, tabs))) continue;
    for (const line of row) tabs.delete(line);
  }
  return tabs;
}

/** Returns the lines that begin a cell, row by row. */
function rowsOf(joins: readonly Join[], tabs: Tabs): number[][] {
  const leftLines = leftLinesOf(joins);
  const rows: number[][] = [];
  for (const line of [...tabs.keys()].sort((a, b) => a - b)) {
    const row = rows.at(-1);
    const left = leftLines.get(line);
    // A cell to the right of one without a row starts a row with it.
    if (row !== undefined && left !== undefined && row.includes(left)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

const leftLinesOf = (joins: readonly Join[]) =>
  new Map(
    joins.filter(({ fragment }) => fragment === 0).map(({ line, leftLine }) => [line, leftLine]),
  );

/** Returns the rows with all their lines, from the first line of the first cell to the last line of the last. */
function drawnRows(
  lines: readonly PageLine[],
  joins: readonly Join[],
  all: Tabs,
  rows: readonly number[][],
): DrawnRow[] {
  const leftLines = leftLinesOf(joins);
  const begins = rows.map(([line = 0]) =>
    all.get(line)?.has(0) === true ? (leftLines.get(line) ?? line) : line,
  );
  const found: DrawnRow[] = [];
  for (const [at, row] of rows.entries()) {
    const from = Math.max(begins[at] ?? 0, (found.at(-1)?.to ?? -1) + 1);
    const next = begins[at + 1] ?? lines.length;
    let to = row.at(-1) ?? from;
    while (to + 1 < next && !all.has(to + 1) && isSameCell(lines, to)) to += 1;
    if (to >= from) found.push({ from, to });
  }
  return found;
}

/** Returns whether the line after one continues its last cell. */
function isSameCell(lines: readonly PageLine[], index: number): boolean {
  const line = lines[index];
  const next = lines[index + 1];
  if (line === undefined || next === undefined || !isBelow(line, next)) return false;
  const last = line.fragments.at(-1);
  const first = next.fragments[0];
  return last !== undefined && first !== undefined && first.left > last.left - 2 * line.size;
}

function dividedRow(cells: Fragment[][], tail: string, page: number): Omit<Unit, "line"> {
  const parts: Part[] = [];
  const spans: Cell[] = [];
  for (const [at, cell] of cells.entries()) {
    const from = parts.length;
    for (const fragment of cell) {
      parts.push({ fragment: { ...fragment, text: fragment.text.trim() }, after: "\n", page });
    }
    spans.push({ from, to: parts.length });
    const end = parts.at(-1);
    if (end === undefined) continue;
    if (cell.length > 0) end.after = "";
    end.after += at === cells.length - 1 ? tail : "\t";
  }
  return { parts, cells: spans };
}

/** Returns the cells of a row whose lines have these parts. */
function cellsOf(lines: readonly Part[][], from: number, all: Tabs): Cell[] {
  const begins = [0];
  let count = 0;
  for (const [at, parts] of lines.entries()) {
    for (const fragment of parts.keys()) {
      if (count > 0 && all.get(from + at)?.has(fragment) === true) begins.push(count);
      count += 1;
    }
  }
  return begins.map((begin, at) => ({ from: begin, to: begins[at + 1] ?? count }));
}

function partsOf(lines: readonly PageLine[], index: number, tabs: Tabs, page: number): Part[] {
  const { fragments = [], between = [] } = lines[index] ?? {};
  return fragments.map((fragment, at) => {
    if (at === fragments.length - 1) return { fragment, after: tailOf(lines, index, tabs), page };
    const isTab = tabs.get(index)?.has(at + 1) === true;
    return { fragment, after: isTab ? "\t" : (between[at] ?? ""), page };
  });
}

/** Returns the separator after a line: a tab if the next cell of its row follows. */
function tailOf(lines: readonly PageLine[], index: number, tabs: Tabs): string {
  return tabs.get(index + 1)?.has(0) ? "\t" : (lines[index]?.between.at(-1) ?? "");
}

/** Returns whether the last cell of a line, or the one before its first, is running text of several lines. */
function isRunningText(lines: readonly PageLine[], index: number, tabs: Tabs): boolean {
  const line = lines[index];
  if (line === undefined) return false;
  const last = line.fragments.at(-1);
  const next = lines[index + 1];
  const goesOn =
    next !== undefined && last !== undefined && !tabs.has(index + 1) && isBelow(line, next);
  if (goesOn && hasBlank(last.text + (next.fragments[0]?.text ?? ""))) return true;
  if (tabs.get(index)?.has(0) !== true) return false;
  const before = lines[index - 1];
  const above = lines[index - 2];
  if (before === undefined || above === undefined || !isBelow(above, before)) return false;
  return hasBlank(`${above.fragments.at(-1)?.text ?? ""}${before.fragments[0]?.text ?? ""}`);
}

/** Returns whether a line continues the last cell of the line before. */
function isBelow(line: PageLine, next: PageLine): boolean {
  const last = line.fragments.at(-1);
  const first = next.fragments[0];
  if (last === undefined || first === undefined || next.fragments.length > 1) return false;
  const drop = line.y - next.y;
  const isNear = drop > 0.3 * line.size && drop < 1.7 * line.size;
  return isNear && first.left < last.right && first.right > last.left;
}

const hasBlank = (text: string) => /\s/.test(text.trim());
