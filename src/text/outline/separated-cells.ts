import type { Span } from "../document/document.ts";

const SEPARATORS = [",", ";", "|"] as const;
/** A longer line is data of another kind. */
const MAX_LINE = 2_000;

/**
 * The cells of a line of comma-separated values, with offsets into the text; null where it is none. A sentence
 * has a space behind its commas and no line beside it with as many.
 * @param beside the lines before and behind it
 */
export function separatedCells(
  line: string,
  start: number,
  beside: readonly (string | undefined)[],
): Span[] | null {
  for (const separator of SEPARATORS) {
    const ends = separatorsOf(line, separator);
    if (ends === null) continue;
    const isTable = beside.some(
      (other) => other !== undefined && separatorsOf(other, separator)?.length === ends.length,
    );
    if (!isTable) continue;
    return [-1, ...ends].map((end, index) => cellOf(line, start, end + 1, ends[index]));
  }
  return null;
}

/** The places of the separators outside of quotes; null where there are none, or one that a space follows. */
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
  // The comma at the end of a wrapped line, or of a number: "12,000 documents".
  const isProse =
    places.length === 1 &&
    (only === line.length - 1 || THOUSANDS.test(line.slice(only - 1, only + 5)));
  return places.length === 0 || isProse ? null : places;
}

const THOUSANDS = /^\d,\d{3}(?!\d)/;

/** A cell without its quotes. */
function cellOf(line: string, start: number, from: number, end = line.length): Span {
  const isQuoted = line[from] === '"' && line[end - 1] === '"' && end - from > 1;
  const inner = isQuoted ? 1 : 0;
  const width = line.slice(from + inner, end - inner).trimEnd().length;
  return { start: start + from + inner, end: start + from + inner + width };
}
