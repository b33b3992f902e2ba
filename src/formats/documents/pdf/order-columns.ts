import type { Fragment, PageLine } from "./page-lines.ts";

/** This many adjacent lines are columns of text if they have this many words on average. */
const MIN_LINES = 4;
const PROSE_WORDS = 4;
/** Left ends closer than this, in points, are aligned. */
const ALIGNED = 1.5;
/** Lines of a column are at most this far apart, relative to the font size. */
const MAX_LEADING = 1.7;
/** A full line takes this share of its column, and this share of a column's lines is full. */
const FULL = 0.7;
const MOST = 0.6;

/**
 * Puts the lines of two text columns one after the other if a program drew them line by line across the page.
 * Other lines stay in drawing order.
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
