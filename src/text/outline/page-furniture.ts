import { splitLines, type Line } from "../document/lines.ts";

const MAX_LINE = 100;
const MIN_REPEATS = 3;
/** A line with the number of the page; a bare number may be any cell of a table. */
const PAGE = /\bpage \d+|^\d+ (?:of|\/) \d+/iu;

/**
 * The places of the lines that stand at the foot or head of every page: short ones that come again
 * and again, side by side, at least one of them with the number of the page.
 */
export function findFurnitureLines(lines: readonly Line[]): ReadonlySet<number> {
  // Of the line with the number all else is the same; the others are the same throughout.
  const keys = lines.map(({ text }) =>
    text.length > MAX_LINE ? "" : PAGE.test(text) ? text.replace(/\d+/g, "#") : text,
  );
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  const found = new Set<number>();
  let run: number[] = [];
  const close = () => {
    if (run.some((at) => PAGE.test(lines[at]?.text ?? ""))) for (const at of run) found.add(at);
    run = [];
  };
  for (const [at, { text }] of lines.entries()) {
    if (text === "") continue;
    if ((counts.get(keys[at] ?? "") ?? 0) >= MIN_REPEATS) run.push(at);
    else close();
  }
  close();
  return found;
}

/** The lines themselves, in order. */
export function findPageFurniture(text: string): Line[] {
  const lines = splitLines(text);
  const furniture = findFurnitureLines(lines);
  return lines.filter((_, at) => furniture.has(at));
}
