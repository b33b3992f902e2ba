import { halfPoints, mostOf, sizeOf } from "./fonts.ts";
import type { Unit } from "./page-units.ts";

/** Base lines closer than this, in sizes of letters, are one. */
export const LEVEL = 0.3;
/** Lines of one paragraph stand at most this far apart, in sizes of letters. */
const MAX_LEADING = 2.5;
/** The steps in which distances of lines are counted, as parts of the size. */
const STEP = 0.05;
/** So few lines of a size say nothing of their distance. */
const MIN_LINES = 3;
/** So many lines before and behind a line show how far its column reaches: a box may stand next to it. */
const NEAR_LINES = 3;
/** Lines of one column stand at most this far apart, in sizes of letters. */
const COLUMN_GAP = 4;

/** The text of a unit, its parts as they follow each other. */
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

/** Whether two lines have one middle. */
export function isCentered(before: Unit, unit: Unit): boolean {
  const middle = (one: Unit) => (leftOf(one) + rightOf(one)) / 2;
  return Math.abs(middle(before) - middle(unit)) < 2;
}

/** How far a unit stands below another one, in points; infinite where it stands in another column. */
export function distance(before: Unit, unit: Unit): number {
  const { left, right, y } = feetOf(before);
  const drop = y - unit.line.y;
  const isUnder = leftOf(unit) < right && rightOf(unit) > left;
  const isBelow =
    drop > 0 && (isUnder || before.cells !== null || drop < COLUMN_GAP * unit.line.size);
  return isBelow || Math.abs(drop) <= LEVEL * unit.line.size ? drop : Infinity;
}

/** The lowest base line of a unit and how far it reaches to either side. */
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

/** The usual distance of lines by the size of their letters, in sizes. */
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

/** For each line, how far the lines around it reach to the right that stand in one column with it. */
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
