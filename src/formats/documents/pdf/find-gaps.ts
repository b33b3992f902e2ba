import { isMarker, partsOf, type Fragment, type PageLine } from "./page-lines.ts";

/** Two adjacent cells, drawn one after the other. */
export interface Join {
  /** The line on which the right cell begins. */
  line: number;
  /** The fragment of that line with which the right cell begins; 0 if it begins a new line. */
  fragment: number;
  /** The line on which the left cell begins. */
  leftLine: number;
  leftWords: number;
  /** The first fragment of the right cell. */
  right: Fragment;
}

/** A vertical gap between two columns of a table. */
export interface Gap {
  left: number;
  right: number;
  joins: Join[];
  /** The line after the last one that leaves the gap free. */
  end: number;
}

/** Narrower spaces, in points, are not gaps. */
const NARROW = 1.5;
/** The largest distance of table rows, in points. */
const FAR = 250;
/** Ends closer than this, in points, are aligned. */
const ALIGNED = 1.5;
/** A vertically centered cell begins lower than its neighbor, by less than a line, relative to the font size. */
const LOWER = 0.7;
const NUMBER = /^[\d.,:%$€()+-]+$/;
/** A line with this many words on average is running text, not a cell. */
const PROSE_WORDS = 4;
/** The most lines of a row's tallest cell that are searched, and the most gaps tracked simultaneously. */
const MAX_CELL_LINES = 60;
const MAX_OPEN = 40;

/** Returns the gaps between columns: free on at least two rows, with short cells on one side. */
export function findGaps(drawn: readonly PageLine[]): Gap[] {
  const lines = drawn.map((line) => ({ ...line, fragments: [...partsOf(line)] }));
  const found: Gap[] = [];
  let open: Gap[] = [];
  const close = (gap: Gap, end: number) => {
    gap.end = end;
    if (isColumnGap(gap, lines)) found.push(gap);
  };
  for (const [index, line] of lines.entries()) {
    const free = open.filter((gap) => {
      const isFree = line.isPlain && staysFree(gap, line) && isNear(gap, line, lines);
      if (!isFree) close(gap, index);
      return isFree;
    });
    open = free;
    if (!line.isPlain) continue;
    for (const [join, left, right] of joinsOf(lines, index)) {
      const gap = open.find(
        (one) => Math.min(one.right, right) - Math.max(one.left, left) >= NARROW,
      );
      if (gap !== undefined) {
        gap.left = Math.max(gap.left, left);
        gap.right = Math.min(gap.right, right);
        gap.joins.push(join);
      } else if (open.length < MAX_OPEN) {
        open.push({ left, right, joins: [join], end: 0 });
      }
    }
  }
  for (const gap of open) close(gap, lines.length);
  return found;
}

function isColumnGap({ joins }: Gap, lines: readonly PageLine[]): boolean {
  const rows = new Set(joins.map(({ line }) => Math.round(lines[line]?.y ?? 0)));
  if (rows.size < 2) return false;
  const mean = (wordsOf: (join: Join) => number) =>
    joins.reduce((sum, join) => sum + wordsOf(join), 0) / joins.length;
  const words = Math.min(
    mean(({ leftWords }) => leftWords),
    mean(({ right }) => wordsIn(right.text)),
  );
  return words <= PROSE_WORDS && areAligned(joins.map(({ right }) => right));
}

/**
 * Returns whether cells form a column: their left ends or middles align, numbers by their right ends. Parts of
 * justified text do not align.
 */
function areAligned(cells: readonly Fragment[]): boolean {
  const areNumbers = cells.filter(({ text }) => NUMBER.test(text)).length >= cells.length / 2;
  const ends: ((cell: Fragment) => number)[] = [
    ({ left }) => left,
    ({ left, right }) => (left + right) / 2,
    ...(areNumbers ? [({ right }: Fragment) => right] : []),
  ];
  return ends.some((endOf) => {
    const sorted = cells.map(endOf).sort((a, b) => a - b);
    const shared = sorted.filter(
      (end, at) =>
        end - (sorted[at - 1] ?? -Infinity) <= ALIGNED ||
        (sorted[at + 1] ?? Infinity) - end <= ALIGNED,
    );
    return shared.length >= 2 && shared.length >= cells.length / 2;
  });
}

/** Narrows a gap to the space that a line leaves free. Returns false if too little remains. */
function staysFree(gap: Gap, line: PageLine): boolean {
  for (const { left, right } of line.fragments) {
    if (right <= gap.left || left >= gap.right) continue;
    if (left > gap.left && right >= gap.right) gap.right = left;
    else if (right < gap.right && left <= gap.left) gap.left = right;
    else return false;
  }
  return gap.right - gap.left >= NARROW;
}

function isNear({ joins }: Gap, line: PageLine, lines: readonly PageLine[]): boolean {
  const last = lines[joins.at(-1)?.line ?? 0];
  return last !== undefined && Math.abs(last.y - line.y) <= FAR;
}

/** Returns the joins whose right cell begins on a line, each with the ends of its gap. */
function joinsOf(lines: readonly PageLine[], index: number): [Join, number, number][] {
  const line = lines[index];
  const joins: [Join, number, number][] = [];
  if (line === undefined) return joins;
  const above = cellBefore(lines, index);
  for (const [at, fragment] of line.fragments.entries()) {
    const left = at === 0 ? above?.cell : line.fragments[at - 1];
    if (left === undefined || fragment.left - left.right < NARROW) continue;
    const leftLine = at === 0 ? (above?.line ?? index) : index;
    const leftWords = wordsIn(left.text);
    const join = { line: index, fragment: at, leftLine, leftWords, right: fragment };
    joins.push([join, left.right, fragment.left]);
  }
  return joins;
}

/**
 * Returns the cell that ended before a line which begins to its right and not below it, and the first line of
 * that cell. Returns null if there is none.
 */
function cellBefore(
  lines: readonly PageLine[],
  index: number,
): { cell: Fragment; line: number } | null {
  const line = lines[index];
  const before = lines[index - 1];
  const last = before?.fragments.at(-1);
  if (line === undefined || before === undefined || last === undefined) return null;
  if (!before.isPlain || line.y < before.y - LOWER * line.size) return null;
  const cell = { ...last };
  let from = index - 1;
  for (let at = index - 2; at >= 0 && at >= index - MAX_CELL_LINES; at -= 1) {
    const above = lines[at];
    const part = above?.fragments.at(-1);
    if (above === undefined || part === undefined || above.y > line.y + 0.5 * line.size) break;
    if (part.right <= cell.left || part.left >= cell.right) break;
    cell.left = Math.min(cell.left, part.left);
    cell.right = Math.max(cell.right, part.right);
    from = at;
    if (above.fragments.length > 1) break;
  }
  const begin = line.fragments[0];
  if (from === index - 1 && isMarker(last)) return null;
  const isRight = begin !== undefined && begin.left >= cell.right + 0.15 * line.size;
  return isRight ? { cell, line: from } : null;
}

const wordsIn = (text: string) => text.trim().split(/\s+/).length;
