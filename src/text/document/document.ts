/** Part of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** The kinds of block; `BlockKind` says what they mean. */
export const BLOCK_KINDS = ["heading", "paragraph", "item", "row", "code", "furniture"] as const;

/**
 * What a part of a text is:
 * - `heading`: announces what follows; `level` 1 to 6
 * - `paragraph`: running text
 * - `item`: one entry of a list; `level` is how deep it is nested, from 1
 * - `row`: one row of a table; `cells` are its cells in the order of the columns, an empty cell with no length
 * - `code`: commands, scripts, configuration, line by line
 * - `furniture`: belongs to the page and not to the report: page heads and feet, watermarks, license lines
 */
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** A part of a text without white space at either end; in Markdown with the signs of headings, items and quotes. */
export interface Block extends Span {
  kind: BlockKind;
  level?: number;
  cells?: readonly Span[];
  /** The page that it begins on, from 1; known for PDF only. */
  page?: number;
  /** Goes on where the block before the furniture in front of it stopped. */
  continues?: true;
  /** `format`: the file says so; `inferred`: its text looks like it. */
  source: "format" | "inferred";
}

/** Where a line is printed on a page, in points from the upper left corner. */
export interface PrintedLine extends Span {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A text and what its parts are: blocks in order, without overlaps, which together hold all characters that
 * are not white space.
 */
export interface Outline {
  text: string;
  blocks: readonly Block[];
}

/** A text as everybody reads it. */
export interface Document extends Outline {
  /** ISO 639-1 code; null where it is unclear. */
  language: string | null;
}
