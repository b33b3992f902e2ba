import type { Block, Document, Span } from "./document.ts";

/** Returns a span of a document as a separate document. Blocks that cross its ends are cut. */
export function cutDocument({ text, blocks, language }: Document, span: Span): Document {
  const cut = blocks.flatMap((block) => cutBlock(text, block, span));
  return { text: text.slice(span.start, span.end), blocks: cut, language };
}

function cutBlock(text: string, block: Block, span: Span): Block[] {
  const shown = text.slice(Math.max(block.start, span.start), Math.min(block.end, span.end));
  if (block.end <= span.start || block.start >= span.end || shown.trim() === "") return [];
  const blanks = shown.length - shown.trimStart().length;
  const start = Math.max(block.start, span.start) - span.start + blanks;
  const { cells, ...kept } = { ...block, start, end: start + shown.trim().length };
  if (cells === undefined) return [kept];
  const place = (at: number) => Math.min(Math.max(at - span.start, kept.start), kept.end);
  return [
    { ...kept, cells: cells.map((cell) => ({ start: place(cell.start), end: place(cell.end) })) },
  ];
}
