/** Range of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** All block kinds. See `BlockKind` for their meaning. */
export const BLOCK_KINDS = ["heading", "paragraph", "item", "row", "code", "furniture"] as const;

/**
 * Kind of a block:
 * - `heading`: announces what follows; `level` is 1 to 6
 * - `paragraph`: running text
 * - `item`: list entry; `level` is its nesting depth, from 1
 * - `row`: table row; `cells` lists its cells in column order, an empty cell has no length
 * - `code`: commands, scripts or configuration, line by line
 * - `furniture`: belongs to the page, not the report: page headers and footers, watermarks, license lines
 */
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Part of a text without surrounding white space. In Markdown it includes heading, item and quote markers. */
export interface Block extends Span {
  kind: BlockKind;
  level?: number;
  cells?: readonly Span[];
  /** First page of the block, from 1. Known for PDF only. */
  page?: number;
  /** Continues the block before the furniture that precedes this one. */
  continues?: true;
  /** `format`: stated by the file; `inferred`: derived from the text. */
  source: "format" | "inferred";
}

/** Position of a line on a page, in points from the upper left corner. */
export interface PrintedLine extends Span {
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A text and its blocks. Blocks are ordered, do not overlap, and together cover all non-white-space characters. */
export interface Outline {
  text: string;
  blocks: readonly Block[];
}

/** An outlined text with its language, shared by all consumers. */
export interface Document extends Outline {
  /** ISO 639-1 code. Null if unclear. */
  language: string | null;
}
