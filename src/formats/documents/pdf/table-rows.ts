import type { Gap } from "./find-gaps.ts";
import type { Fragment, PageLine } from "./page-lines.ts";

/** The lines of one table row, as indexes, and its cells from left to right, line by line. */
export interface DividedRow {
  from: number;
  /** The last line, inclusive. */
  to: number;
  cells: Fragment[][];
}

/** The fragments of a line by column; null if one spans two columns. */
type Cells = Map<number, Fragment>;

interface RunLine {
  index: number;
  line: PageLine;
  cells: Cells;
}

/** Lines of one row are at most this far apart, relative to the font size. */
const MAX_LEADING = 3.5;
/** A distance larger than that of a cell's lines by this factor begins a row. */
const ROW_SPACE = 1.2;
/** No table has more columns. Each line is checked against all of them. */
const MAX_CUTS = 60;
/** A line that takes this share of its column is full. */
const FULL = 0.9;
/** A part of a hash, a name, a path or similar. */
const VALUE = /^(?=\S*[\d.:/\\@[\]_-])\S{12,}$/;

/**
 * Returns the rows that were drawn line by line across their cells, so that the lines of their cells alternate.
 * Excludes rows whose cells are already whole, and lines without evidence that they are one row.
 */
export function findDividedRows(lines: readonly PageLine[], gaps: readonly Gap[]): DividedRow[] {
  return regionsOf(gaps).flatMap(({ from, to, cuts }) =>
    runsOf(lines, from, to, cuts).flatMap((run) => {
      const widths = columnWidths(run);
      return rowsOf(run)
        .filter((row) => isDivided(row) && isOneRow(row, widths))
        .map((row) => toRow(row, cuts.length + 1));
    }),
  );
}

/** Returns ranges of lines with the middles of the gaps that run through them. */
function regionsOf(gaps: readonly Gap[]): { from: number; to: number; cuts: number[] }[] {
  const regions: { from: number; to: number; cuts: number[] }[] = [];
  const startOf = ({ joins }: Gap) => joins[0]?.line ?? 0;
  for (const gap of gaps.toSorted((a, b) => startOf(a) - startOf(b))) {
    const last = regions.at(-1);
    const cut = (gap.left + gap.right) / 2;
    if (last !== undefined && startOf(gap) < last.to) {
      last.cuts.push(cut);
      last.to = Math.max(last.to, gap.end);
    } else {
      regions.push({ from: startOf(gap), to: gap.end, cuts: [cut] });
    }
  }
  for (const region of regions) region.cuts.sort((a, b) => a - b);
  return regions.filter(({ cuts }) => cuts.length <= MAX_CUTS);
}

/** Returns sequences of lines in columns, each a little below the one before. */
function runsOf(
  lines: readonly PageLine[],
  from: number,
  to: number,
  cuts: readonly number[],
): RunLine[][] {
  const runs: RunLine[][] = [];
  let before: PageLine | null = null;
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    const cells = line === undefined ? null : cellsOf(line, cuts);
    if (line === undefined || cells === null) {
      before = null;
      continue;
    }
    const drop = before === null ? 0 : before.y - line.y;
    const goesOn = drop > 0.3 * line.size && drop <= MAX_LEADING * line.size;
    if (goesOn) runs.at(-1)?.push({ index, line, cells });
    else runs.push([{ index, line, cells }]);
    before = line;
  }
  return runs.filter((run) => run.length > 1);
}

function cellsOf({ fragments, between, isPlain }: PageLine, cuts: readonly number[]): Cells | null {
  if (!isPlain) return null;
  const cells: Cells = new Map();
  for (const [at, fragment] of fragments.entries()) {
    const column = cuts.filter((cut) => cut < fragment.left).length;
    if (cuts.filter((cut) => cut < fragment.right).length !== column) return null;
    const cell = cells.get(column);
    if (cell === undefined) {
      cells.set(column, { ...fragment });
      continue;
    }
    cell.text += (between[at - 1] ?? "") + fragment.text;
    cell.right = fragment.right;
  }
  return cells;
}

/** Returns the width of each column by its widest line. */
function columnWidths(run: readonly RunLine[]): Map<number, number> {
  const widths = new Map<number, number>();
  for (const { cells } of run) {
    for (const [column, cell] of cells) {
      widths.set(column, Math.max(widths.get(column) ?? 0, widthOf(cell)));
    }
  }
  return widths;
}

/** Splits lines into rows where the space is larger than between lines, or else where the first column has text. */
function rowsOf(run: readonly RunLine[]): RunLine[][] {
  const drops = run.slice(1).map(({ line }, at) => (run[at]?.line.y ?? 0) - line.y);
  const size = run[0]?.line.size ?? 0;
  const leading = ROW_SPACE * Math.max(Math.min(...drops), size);
  const isEven = drops.every((drop) => drop <= leading);
  const rows: RunLine[][] = [];
  for (const [at, one] of run.entries()) {
    const begins = isEven ? one.cells.has(0) : (drops[at - 1] ?? Infinity) > leading;
    const row = rows.at(-1);
    if (row === undefined || begins) rows.push([one]);
    else row.push(one);
  }
  return rows;
}

/** Returns whether a column continues after another one came between. */
function isDivided(row: readonly RunLine[]): boolean {
  const seen = new Set<number>();
  let open = -1;
  for (const { cells } of row) {
    for (const column of cells.keys()) {
      if (column !== open && seen.has(column)) return true;
      seen.add(column);
      open = column;
    }
  }
  return false;
}

/**
 * Returns whether lines are one row and not separate rows. No cell may have a hole. One cell must be much
 * shorter than the others, which wrap where their next word did not fit, or one cell must break a value.
 */
function isOneRow(row: readonly RunLine[], widths: ReadonlyMap<number, number>): boolean {
  const columns = [...new Set(row.flatMap(({ cells }) => [...cells.keys()]))];
  if (!columns.every((column) => hasNoHole(row, column))) return false;
  const parts = columns.map((column) => row.flatMap(({ cells }) => cells.get(column) ?? []));
  const widthAt = (at: number) => widths.get(columns[at] ?? 0) ?? 0;
  const shortest = Math.min(...parts.map(({ length }) => length));
  const isRagged = shortest <= Math.floor(row.length / 2);
  if (isRagged && parts.every((cell, at) => isBrokenText(cell, widthAt(at)))) return true;
  return parts.some((cell, at) => isBrokenValue(cell, widthAt(at)));
}

function hasNoHole(row: readonly RunLine[], column: number): boolean {
  const filled = row.map(({ cells }) => cells.has(column));
  return filled.lastIndexOf(true) - filled.indexOf(true) + 1 === filled.filter(Boolean).length;
}

const widthOf = ({ left, right }: Fragment) => right - left;

/** Returns whether the first word of each line did not fit on the line before. */
function isBrokenText(cell: readonly Fragment[], width: number): boolean {
  return cell.slice(1).every((part, at) => {
    const before = cell[at];
    const text = part.text.trim();
    const word = (widthOf(part) * text.split(/\s/, 1).join("").length) / text.length;
    const isText = /[\p{L}\p{N}]/u.test(text);
    return isText && before !== undefined && widthOf(before) + word >= FULL * width;
  });
}

/** Returns whether full lines of a value end in one that is not full. */
function isBrokenValue(cell: readonly Fragment[], width: number): boolean {
  const last = cell.at(-1);
  const isFull = (part: Fragment) => widthOf(part) >= FULL * width;
  if (cell.length < 2 || last === undefined || isFull(last)) return false;
  return cell.slice(0, -1).every((part) => isFull(part) && VALUE.test(part.text.trim()));
}

function toRow(row: readonly RunLine[], columns: number): DividedRow {
  const cells = Array.from({ length: columns }, (_, column) =>
    row.flatMap((one) => one.cells.get(column) ?? []),
  );
  while (cells.at(-1)?.length === 0) cells.pop();
  return { from: row[0]?.index ?? 0, to: row.at(-1)?.index ?? 0, cells };
}
