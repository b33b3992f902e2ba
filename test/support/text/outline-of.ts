import type { Block, BlockKind, Outline } from "../../../src/text/document/document.ts";

/** A block as a test writes it; a heading with a level is the format's, and one without is inferred. */
export interface Part {
  text: string;
  kind?: BlockKind;
  level?: number;
  source?: Block["source"];
}

export const headingPart = (text: string, level?: number): Part => ({
  text,
  kind: "heading",
  ...(level === undefined ? { source: "inferred" } : { level, source: "format" }),
});
export const itemPart = (text: string): Part => ({ text, kind: "item", level: 1 });

/** An outline of these blocks, with an empty line between each two. */
export function outlineOf(parts: readonly (Part | string)[]): Outline {
  const blocks: Block[] = [];
  let text = "";
  for (const part of parts) {
    const { text: own, ...rest } = typeof part === "string" ? { text: part } : part;
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += own;
    blocks.push({ kind: "paragraph", source: "format", ...rest, start, end: text.length });
  }
  return { text, blocks };
}
