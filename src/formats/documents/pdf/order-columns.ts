import type { Fragment, PageLine } from "./page-lines.ts";

/** So many lines side by side are columns of text, if their words are so many on average. */
const MIN_LINES = 4;
const PROSE_WORDS = 4;
/** Left ends that differ by less than this, in points, are one. */
const ALIGNED = 1.5;
/** Lines of a column stand at most this far below each other, in sizes of letters. */
const MAX_LEADING = 1.7;
/** So much of its column a line of running text takes, and so many lines of a column do. */
const FULL = 0.7;
const MOST = 0.6;

/**
 * Puts the lines of two columns of running text one after the other where a program drew them line
 * by line across the page. All else stays in the order in which it was drawn.
 */
export function orderColumns(lines: readonly PageLine[]): PageLine[] {
  const ordered: PageLine[] = [];
  let run: PageLine[] = [];
  const close = () => {
    ordered.push(...(areColumns(run) ? [...sideOf(run, 0), ...sideOf(run, 1)] : run));
    run = [];
  };
  for (const line of lines) {
    const before = run.at(-1);
    if (before !== undefined && !goesOn(before, line)) close();
    if (line.isPlain && line.fragments.length === 2) run.push(line);
    else ordered.push(line);
  }
  close();
  return ordered;
}

function goesOn(before: PageLine, line: PageLine): boolean {
  if (!line.isPlain || line.fragments.length !== 2) return false;
  const drop = before.y - line.y;
  const shift = (line.fragments[1]?.left ?? 0) - (before.fragments[1]?.left ?? 0);
  return drop > 0 && drop <= MAX_LEADING * line.size && Math.abs(shift) <= ALIGNED;
}

function areColumns(run: readonly PageLine[]): boolean {
  if (run.length < MIN_LINES) return false;
  const drops = run.slice(1).map(({ y }, at) => (run[at]?.y ?? 0) - y);
  const isEven = Math.max(...drops) - Math.min(...drops) <= ALIGNED;
  return (
    isEven &&
    [0, 1].every((side) => isRunningText(run.flatMap((line) => line.fragments[side] ?? [])))
  );
}

function isRunningText(column: readonly Fragment[]): boolean {
  const words = column.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);
  const left = Math.min(...column.map((part) => part.left));
  const width = Math.max(...column.map((part) => part.right)) - left;
  const full = column.filter((part) => part.right - left >= FULL * width);
  const areAligned =
    column.filter((part) => part.left - left <= ALIGNED).length >= MOST * column.length;
  return words > PROSE_WORDS * column.length && full.length >= MOST * column.length && areAligned;
}

const sideOf = (run: readonly PageLine[], side: number) =>
  run.flatMap((line) => {
    const fragment = line.fragments[side];
    return fragment === undefined ? [] : [{ ...line, fragments: [fragment], between: ["\n"] }];
  });
