import { isMarker, partsOf, type Fragment, type PageLine } from "./page-lines.ts";

/** Two cells side by side, one drawn after the other. */
export interface Join {
  /** The line on which the right one begins. */
  line: number;
  /** The fragment of that line that the right one begins with; 0 where it began a line of its own. */
  fragment: number;
  /** The line on which the left one begins. */
  leftLine: number;
  leftWords: number;
  /** What the right cell begins with. */
  right: Fragment;
}

/** A gap that runs down between two columns of a table. */
export interface Gap {
  left: number;
  right: number;
  joins: Join[];
  /** The first line after the last one that leaves the gap free. */
  end: number;
}

/** Narrower than this, in points, nothing is a gap. */
const NARROW = 1.5;
/** Rows of a table are not further apart, in points. */
const FAR = 250;
/** Ends that differ by less than this, in points, are one. */
const ALIGNED = 1.5;
/** A cell whose text stands in its middle begins lower than its neighbor, by less than a line, in sizes of letters. */
const LOWER = 0.7;
const NUMBER = /^[\d.,:%$€()+-]+$/;
/** So many words on average are a line of running text, not of a cell. */
const PROSE_WORDS = 4;
/** Cells that a row's tallest is looked back over, and gaps that are followed at a time. */
const MAX_CELL_LINES = 60;
const MAX_OPEN = 40;

/** The gaps between columns: free on at least two rows, with short cells at one side. */
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

/** Cells of a column share their left ends or their middles, numbers their right ends; a justified text's parts don't. */
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

/** Narrows a gap to what a line leaves of it; false where that is too little. */
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

/** The joins whose right cell begins on a line, each with the ends of its gap. */
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
 * The cell that ended before a line which begins at its right and not below it, and the cell's first
 * line; null where none did.
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
