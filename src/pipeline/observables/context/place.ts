import type { LabelMeaning, SectionMeaning } from "./meanings.ts";
import { countCells, type TableHead } from "./table-heads.ts";

/** The line of an occurrence, and what stands over it. */
export interface Place {
  lineStart: number;
  lineEnd: number;
  /** A list item or row of a table, rather than prose. */
  isItem: boolean;
  /** The nearest heading above, and where it ends. */
  title: string | null;
  titleEnd: number;
  /** What the section is about; of the nearest heading that says so. */
  meaning: SectionMeaning | null;
  /** The prose before the list, and the first occurrence that may stand in it. */
  lead: Lead | null;
  head: TableHead | null;
  /** Cells of the row that stand on lines before. */
  cellsBefore: number;
}

export interface Lead {
  start: number;
  end: number;
  firstOccurrence: number;
}

/** A line of more is prose, or data of which no cells are counted. */
export const LONG_LINE = 300;

/** What the column of a value holds, null where it cannot be told. */
export function columnOf(text: string, place: Place, start: number): LabelMeaning | null {
  const { head, lineStart, lineEnd } = place;
  if (head?.separator == null || start - lineStart > 4 * LONG_LINE) return null;
  if (lineEnd - lineStart > 4 * LONG_LINE) return null;
  const column = place.cellsBefore + countCells(text.slice(lineStart, start), head.separator, true);
  return head.columns[column] ?? null;
}
