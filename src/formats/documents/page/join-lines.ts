import type { Block, Outline, Span } from "../../../text/document/document.ts";
import type { Line } from "./page-outline.ts";

/** A line and its place in the text, without surrounding white space. */
interface PlacedLine extends Span {
  line: Line;
}

/** A page with this share of preformatted text, as in mailing list archives, is not code. */
const NEARLY_ALL = 0.8;

/** Returns the text of the lines, and the blocks that their elements form. */
export function joinLines(lines: readonly Line[]): Outline {
  const pieces: string[] = [];
  const placed: PlacedLine[] = [];
  let length = 0;
  for (const [at, line] of lines.entries()) {
    const gap = at === 0 ? "" : line.gap || "\n";
    pieces.push(gap, line.text);
    const start = length + gap.length;
    length = start + line.text.length;
    const shown = line.text.trim();
    const from = start + line.text.indexOf(shown);
    placed.push({ line, start: from, end: from + shown.length });
  }
  const text = pieces.join("");
  const blocks = listBlocks(placed);
  const isAll = ({ kind, start, end }: Block) =>
    kind === "code" && end - start > NEARLY_ALL * text.length;
  return { text, blocks: blocks.some(isAll) ? blocks.filter((block) => !isAll(block)) : blocks };
}

function listBlocks(lines: readonly PlacedLine[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const end = endOfRow(lines, at);
    const row = lines.slice(at, end);
    const block = readRow(row);
    if (block !== null) blocks.push(block);
    else for (const [n, line] of row.entries()) addLine(blocks, line, lines[at + n - 1]?.line);
    at = end;
  }
  return blocks;
}

/** Returns the index after the last line of the same row. */
function endOfRow(lines: readonly PlacedLine[], from: number): number {
  const row = lines[from]?.line.place.row ?? null;
  let end = from + 1;
  if (row === null) return end;
  while (lines[end]?.line.place.row === row) end += 1;
  return end;
}

/**
 * Reads one row. Returns null for a layout row: a single cell, or cells of several paragraphs in a table
 * without headers.
 */
function readRow(lines: readonly PlacedLine[]): Block | null {
  const [first] = lines;
  const row = first?.line.place.row ?? null;
  if (first === undefined || row === null || row.isLayout || row.cells < 2) return null;
  const filled = new Set(lines.map(({ line }) => line.place.column)).size;
  if (!row.table.hasHeads && (filled < 2 || filled < lines.length)) return null;
  let empty: Span = { start: first.start, end: first.start };
  const cells: Span[] = [];
  for (const { line, start, end } of lines) {
    const { column } = line.place;
    // Text between cells, and nested cells.
    if (column < cells.length - 1 || column < 0) return null;
    const open = cells[column];
    while (cells.length < column) cells.push(empty);
    empty = { start: end, end };
    if (open === undefined) cells.push({ start, end });
    else open.end = end;
  }
  while (cells.length < row.columns) cells.push(empty);
  return { kind: "row", start: first.start, end: empty.end, cells, source: "format" };
}

function addLine(
  blocks: Block[],
  { line, start, end }: PlacedLine,
  before: Line | undefined,
): void {
  const { kind, level } = line.place;
  const source = "format";
  const last = blocks.at(-1);
  const isWhole = kind === "heading" || kind === "code";
  if (kind === "plain") return;
  if (isWhole && before?.place === line.place && last !== undefined) last.end = end;
  else if (kind === "heading") blocks.push({ kind, start, end, level, source });
  else if (kind === "code") blocks.push({ kind, start, end, source });
  else if (line.isCode && kind === "paragraph") blocks.push({ kind: "code", start, end, source });
  else addParagraphs(blocks, { line, start, end });
}

/**
 * Adds a line as paragraphs, which empty lines made with `br` divide. In an item, the first paragraph is the
 * item.
 */
function addParagraphs(blocks: Block[], { line, start, end }: PlacedLine): void {
  const { kind, level } = line.place;
  let from = start;
  for (const part of line.text.trim().split(/(\n{2,})/)) {
    const to = from + part.length;
    const isItem = kind === "item" && line.isFirst && from === start;
    const span = { start: from, end: Math.min(to, end), source: "format" } as const;
    if (isItem) blocks.push({ kind, level, ...span });
    else if (!part.startsWith("\n")) blocks.push({ kind: "paragraph", ...span });
    from = to;
  }
}
