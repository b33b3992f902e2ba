import { halfPoints, mostOf, sizeOf } from "./fonts.ts";
import type { Unit } from "./page-units.ts";

/** Baselines closer than this, relative to the font size, are the same. */
export const LEVEL = 0.3;
/** Lines of one paragraph are at most this far apart, relative to the font size. */
const MAX_LEADING = 2.5;
/** The step in which line distances are counted, relative to the font size. */
const STEP = 0.05;
/** Fewer lines of a size say nothing about their distance. */
const MIN_LINES = 3;
/** This many lines before and after a line show the width of its column, as a box may be next to it. */
const NEAR_LINES = 3;
/** Lines of one column are at most this far apart, relative to the font size. */
const COLUMN_GAP = 4;

/** Returns the text of a unit, with its parts in order. */
export function textOf({ parts }: Unit): string {
  const last = parts.length - 1;
  if (last === 0) return parts[0]?.fragment.text.trim() ?? "";
  return parts
    .map(({ fragment, after }, at) => fragment.text + (at < last ? after : ""))
    .join("")
    .trim();
}

export const leftOf = ({ line }: Unit) => line.fragments[0]?.left ?? 0;
export const rightOf = ({ line }: Unit) => line.fragments.at(-1)?.right ?? 0;
export const pageOf = ({ parts }: Unit) => parts[0]?.page ?? 0;

/** Returns whether two lines are centered on each other. */
export function isCentered(before: Unit, unit: Unit): boolean {
  const middle = (one: Unit) => (leftOf(one) + rightOf(one)) / 2;
  return Math.abs(middle(before) - middle(unit)) < 2;
}

/** Returns how far a unit is below another one, in points; infinite if it is in another column. */
export function distance(before: Unit, unit: Unit): number {
  const { left, right, y } = feetOf(before);
  const drop = y - unit.line.y;
  const isUnder = leftOf(unit) < right && rightOf(unit) > left;
  const isBelow =
    drop > 0 && (isUnder || before.cells !== null || drop < COLUMN_GAP * unit.line.size);
  return isBelow || Math.abs(drop) <= LEVEL * unit.line.size ? drop : Infinity;
}

/** Returns the lowest baseline of a unit and its left and right ends. */
function feetOf({ parts, line, cells }: Unit): { left: number; right: number; y: number } {
  if (cells === null) {
    return {
      left: line.fragments[0]?.left ?? 0,
      right: line.fragments.at(-1)?.right ?? 0,
      y: line.y,
    };
  }
  const boxes = parts.map(({ fragment }) => fragment);
  const low = Math.min(...boxes.map(({ bottom }) => bottom));
  const first = line.fragments[0]?.bottom ?? line.y;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    y: line.y - (first - low),
  };
}

/** Returns the usual line distance for each font size, relative to that size. */
export function leadings(pages: readonly (readonly Unit[])[]): Map<number, number> {
  const bySize = new Map<number, Map<number, number>>();
  for (const units of pages) {
    for (const [at, unit] of units.entries()) {
      const before = units[at - 1];
      if (before === undefined || before.cells !== null || unit.cells !== null) continue;
      const size = sizeOf(unit.line);
      const step = Math.round((before.line.y - unit.line.y) / size / STEP);
      if (Math.abs(size - sizeOf(before.line)) > 0.5) continue;
      if (step * STEP <= LEVEL || step * STEP > MAX_LEADING) continue;
      const key = halfPoints(size);
      const counts = bySize.get(key) ?? new Map<number, number>();
      counts.set(step, (counts.get(step) ?? 0) + 1);
      bySize.set(key, counts);
    }
  }
  const usual = new Map<number, number>();
  for (const [size, counts] of bySize) {
    const most = mostOf(counts) ?? 0;
    if ((counts.get(most) ?? 0) >= MIN_LINES) usual.set(size, (most + 1) * STEP);
  }
  return usual;
}

/** Returns for each line the right end of the lines around it in the same column. */
export function rightEdges(units: readonly Unit[]): Map<Unit, number> {
  const edges = new Map<Unit, number>();
  let run: Unit[] = [];
  const close = () => {
    for (const [at, unit] of run.entries()) {
      const around = run.slice(Math.max(at - NEAR_LINES, 0), at + NEAR_LINES + 1);
      edges.set(unit, Math.max(...around.map(rightOf)));
    }
    run = [];
  };
  for (const unit of units) {
    const before = run.at(-1);
    if (before !== undefined && !areOneColumn(before, unit)) close();
    if (unit.cells === null) run.push(unit);
    else close();
  }
  close();
  return edges;
}

function areOneColumn(before: Unit, unit: Unit): boolean {
  const size = sizeOf(unit.line);
  const drop = before.line.y - unit.line.y;
  if (drop <= -LEVEL * size || drop > COLUMN_GAP * size) return false;
  if (Math.abs(size - sizeOf(before.line)) > 0.1 * size) return false;
  return leftOf(unit) < rightOf(before) && rightOf(unit) > leftOf(before);
}
