import { splitLines, type Line } from "./lines.ts";

const MAX_LINE = 100;
const MIN_REPEATS = 3;
/** Numbers of pages are what differs between headers and footers of the same text. */
const PAGE = /\bpage #|^# (?:of|\/) #|^#$|^\W*#\W*$/iu;

/**
 * The places of the lines that stand at the foot or head of every page: short ones that come again
 * and again, side by side, at least one of them with the number of the page.
 */
export function findFurnitureLines(lines: readonly Line[]): ReadonlySet<number> {
  const keys = lines.map(({ text }) => (text.length > MAX_LINE ? "" : text.replace(/\d+/g, "#")));
  const counts = new Map<string, number>();
  for (const key of keys) if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  const repeats = (key: string) => (counts.get(key) ?? 0) >= MIN_REPEATS;
  const found = new Set<number>();
  let run: number[] = [];
  const close = () => {
    if (run.some((at) => PAGE.test(keys[at] ?? ""))) for (const at of run) found.add(at);
    run = [];
  };
  for (const [at, { text }] of lines.entries()) {
    if (text === "") continue;
    if (repeats(keys[at] ?? "")) run.push(at);
    else if (run.length > 0) close();
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
