import type { Span } from "../document/document.ts";

const SEPARATORS = [",", ";", "|"] as const;
/** Longer lines are other data. */
const MAX_LINE = 2_000;

/**
 * Returns the cells of a line of separated values, with offsets into the text. Returns null for other lines: a
 * sentence has a space after its commas, and no adjacent line with the same number of them.
 * @param adjacent the lines before and after it
 */
export function separatedCells(
  line: string,
  start: number,
  adjacent: readonly (string | undefined)[],
): Span[] | null {
  for (const separator of SEPARATORS) {
    const ends = separatorsOf(line, separator);
    if (ends === null) continue;
    const isTable = adjacent.some(
      (other) => other !== undefined && separatorsOf(other, separator)?.length === ends.length,
    );
    if (!isTable) continue;
    return [-1, ...ends].map((end, index) => cellOf(line, start, end + 1, ends[index]));
  }
  return null;
}

/** Returns the positions of separators outside quotes. Returns null if there are none or a space follows one. */
function separatorsOf(line: string, separator: string): number[] | null {
  if (line.length > MAX_LINE || !line.includes(separator)) return null;
  const places: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') isQuoted = !isQuoted;
    if (sign !== separator || isQuoted) continue;
    if (line[at + 1] === " ") return null;
    places.push(at);
  }
  const [only = 0] = places;
  // A comma at the end of a wrapped line, or in a number: "12,000 documents".
  const isProse =
    places.length === 1 &&
    (only === line.length - 1 || THOUSANDS.test(line.slice(only - 1, only + 5)));
  return places.length === 0 || isProse ? null : places;
}

const THOUSANDS = /^\d,\d{3}(?!\d)/;

/** Returns a cell without its quotes. */
function cellOf(line: string, start: number, from: number, end = line.length): Span {
  const isQuoted = line[from] === '"' && line[end - 1] === '"' && end - from > 1;
  const inner = isQuoted ? 1 : 0;
  const width = line.slice(from + inner, end - inner).trimEnd().length;
  return { start: start + from + inner, end: start + from + inner + width };
}
