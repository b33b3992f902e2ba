import type { Block, Outline } from "../document/document.ts";
import { splitLines } from "../document/lines.ts";
import { splitBlocks } from "./blocks.ts";
import { findFurnitureLines } from "./page-furniture.ts";

/**
 * The outline of a text: the blocks that its format knows, and what is inferred of the rest from its lines.
 * @param known blocks of the format, in order and without overlaps, white space at neither end; they need not
 *   cover the text
 */
export function outlineText(text: string, known: readonly Block[] = []): Outline {
  if (known.length > 0) return { text, blocks: known };
  const lines = splitLines(text);
  const furniture = findFurnitureLines(lines);
  const isFurniture = new Set([...furniture].map((at) => lines[at]?.start));
  return {
    text,
    blocks: splitBlocks(text, []).map(({ start, end }) => ({
      kind: isFurniture.has(start) ? "furniture" : "paragraph",
      start,
      end,
      source: "inferred",
    })),
  };
}
