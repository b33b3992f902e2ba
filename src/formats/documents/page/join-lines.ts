import type { Block, Outline, Span } from "../../../text/document/document.ts";
import type { Line } from "./page-outline.ts";

/** A line and its place in the text, without white space at either end. */
interface PlacedLine extends Span {
  line: Line;
}

/** Pages that are one preformatted text, as mailing lists have them, are no code. */
const NEARLY_ALL = 0.8;

/** The text of lines, and the blocks that their elements make of them. */
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

/** Behind the last line of the same row. */
function endOfRow(lines: readonly PlacedLine[], from: number): number {
  const row = lines[from]?.line.place.row ?? null;
  let end = from + 1;
  if (row === null) return end;
  while (lines[end]?.line.place.row === row) end += 1;
  return end;
}

/** One row; null for what sets out a page: a single cell, or cells of several paragraphs in a table without heads. */
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
    // Text between cells, and cells in cells.
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

/** Empty lines, made of `br`, divide paragraphs; the first of an item is the item. */
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
