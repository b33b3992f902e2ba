import type { ExtractedDocument } from "./document.ts";

/** The most blocks, cells and printed lines of a document that are returned and stored. */
const MAX_PARTS = 200_000;

/** Returns whether an outline is small enough to return. In JSON, each part takes many times the bytes of a word. */
export function hasFewParts({ blocks, printed }: Pick<ExtractedDocument, "blocks" | "printed">) {
  const cells = blocks.reduce((count, block) => count + (block.cells?.length ?? 0), 0);
  return blocks.length + cells + (printed?.lines.length ?? 0) <= MAX_PARTS;
}
