import { labelMeaningOf } from "./labels.ts";
import type { LabelMeaning } from "./meanings.ts";

/** The heading row of a table. */
export interface TableHead {
  /** What parts the cells; null where the text has lost it. */
  separator: string | null;
  /** What each column holds; without a separator, of each word that says something. */
  columns: readonly (LabelMeaning | null)[];
}

const MAX_HEAD = 240;
const MAX_CELL = 40;
const SEPARATORS = ["\t", "|", ";", ","] as const;

/**
 * The table's head that a line is, or null: two columns at least, of which two are of the names that
 * columns of indicators have.
 * @param line without white space at its ends, and without values
 */
export function tableHeadOf(line: string): TableHead | null {
  if (line.length > MAX_HEAD || line.length < 4) return null;
  if (".!?。".includes(line.at(-1) ?? "")) return null;
  for (const separator of SEPARATORS) {
    if (!line.includes(separator)) continue;
    // A comma and a blank part the words of a sentence.
    if (line.includes(`${separator} `) && (separator === "," || separator === ";")) return null;
    const cells = cellsOf(line, separator);
    if (cells.some((cell) => cell.length > MAX_CELL)) return null;
    const columns = cells.map((cell) => labelMeaningOf(cell.trim()));
    const isHead = columns.filter((meaning) => meaning !== null).length >= 2;
    const isShort = line.length / columns.length <= 32;
    return isHead && isShort ? { separator, columns } : null;
  }
  return headOfWords(line);
}

/** "Indicator Type Indicator Source": what is left of a head whose columns are lost. */
function headOfWords(line: string): TableHead | null {
  if (line.length > 80 || !/^\p{Lu}/u.test(line) || ":：".includes(line.at(-1) ?? "")) return null;
  if (labelMeaningOf(line.slice(0, line.indexOf(" "))) === null) return null;
  const words = line.split(" ", 9);
  if (words.length < 2 || words.length > 8) return null;
  const columns = words.map((word) => labelMeaningOf(word));
  const known = columns.filter((meaning) => meaning !== null).length;
  // "IP Addresses" is a heading; one column of a table at least says something of another.
  const isTable = columns.some((meaning) => meaning === "note" || meaning === "reference");
  return isTable && known >= 2 && known * 2 >= words.length ? { separator: null, columns } : null;
}

/** The cells of a row; the bars at the edges of a Markdown row part nothing. */
function cellsOf(line: string, separator: string): string[] {
  return (separator === "|" ? line.replace(/^\||\|$/g, "") : line).split(separator);
}

/** How often the separator parts the cells of a part of a row; at its start, a Markdown row's edge is skipped. */
export function countCells(part: string, separator: string, isStart: boolean): number {
  const cells = part.split(separator).length - 1;
  return separator === "|" && isStart && /^\s*\|/.test(part) ? cells - 1 : cells;
}
