import { findGaps, type Join } from "./find-gaps.ts";
import type { PageLine, PageLines } from "./page-lines.ts";
import { findDividedRows } from "./table-rows.ts";

/**
 * The text of a page as it was drawn, but for its tables: a tab between the cells of a row, and the
 * lines of each cell together, a line break between them. Cells whose lines are running text keep
 * what stood between them, since a row with a tab is one line to whoever reads sentences.
 */
export function pageText({ lines, lead }: PageLines): string {
  const gaps = findGaps(lines);
  const tabs = tabsOf(
    lines,
    gaps.flatMap(({ joins }) => joins),
  );
  const divided = new Map(findDividedRows(lines, gaps).map((row) => [row.from, row]));
  const parts = [lead];
  for (let index = 0; index < lines.length; index += 1) {
    const row = divided.get(index);
    if (row === undefined) {
      parts.push(lineText(lines, index, tabs));
    } else {
      parts.push(row.cells.map((cell) => cell.join("\n")).join("\t"));
      index = row.to;
      parts.push(tailOf(lines, index, tabs));
    }
  }
  return parts.join("");
}

/** Which cells begin after a tab: `line` to the fragments of it. */
type Tabs = ReadonlyMap<number, ReadonlySet<number>>;

function tabsOf(lines: readonly PageLine[], joins: readonly Join[]): Tabs {
  const tabs = new Map<number, Set<number>>();
  for (const { line, fragment } of joins) {
    tabs.set(line, (tabs.get(line) ?? new Set()).add(fragment));
  }
  for (const row of rowsOf(joins, tabs)) {
    if (!row.some((line) => isRunningText(lines, line, tabs))) continue;
    for (const line of row) tabs.delete(line);
  }
  return tabs;
}

/** The lines that begin a cell of a row, row by row. */
function rowsOf(joins: readonly Join[], tabs: Tabs): number[][] {
  const leftLines = new Map(
    joins.filter(({ fragment }) => fragment === 0).map(({ line, leftLine }) => [line, leftLine]),
  );
  const rows: number[][] = [];
  for (const line of [...tabs.keys()].sort((a, b) => a - b)) {
    const row = rows.at(-1);
    const left = leftLines.get(line);
    // A cell at the right of one that is no row's yet begins a row with it.
    if (row !== undefined && left !== undefined && row.includes(left)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

function lineText(lines: readonly PageLine[], index: number, tabs: Tabs): string {
  const { fragments = [], between = [] } = lines[index] ?? {};
  const text = fragments
    .slice(0, -1)
    .map(
      (fragment, at) => fragment.text + (tabs.get(index)?.has(at + 1) ? "\t" : (between[at] ?? "")),
    );
  return text.join("") + (fragments.at(-1)?.text ?? "") + tailOf(lines, index, tabs);
}

/** What follows a line: a tab where the next cell of its row does. */
function tailOf(lines: readonly PageLine[], index: number, tabs: Tabs): string {
  return tabs.get(index + 1)?.has(0) ? "\t" : (lines[index]?.between.at(-1) ?? "");
}

/** Whether the last cell of a line, or the one before its first, is running text of several lines. */
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

/** Whether a line is the next one of the cell that a line ends with. */
function isBelow(line: PageLine, next: PageLine): boolean {
  const last = line.fragments.at(-1);
  const first = next.fragments[0];
  if (last === undefined || first === undefined || next.fragments.length > 1) return false;
  const drop = line.y - next.y;
  const isNear = drop > 0.3 * line.size && drop < 1.7 * line.size;
  return isNear && first.left < last.right && first.right > last.left;
}

const hasBlank = (text: string) => /\s/.test(text.trim());
