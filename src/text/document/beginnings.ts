import type { Block, Outline } from "./document.ts";

/**
 * Returns the offsets where paragraphs begin. The entries of a list, or the rows of a table, count as one paragraph.
 */
export function beginningsOf({ blocks }: Outline): ReadonlySet<number> {
  const own = blocks.filter(({ kind }) => kind !== "furniture");
  const isListed = ({ kind }: Block) => kind === "item" || kind === "row";
  return new Set(
    own
      .filter(
        (block, at) =>
          block.continues !== true && !(isListed(block) && own[at - 1]?.kind === block.kind),
      )
      .map(({ start }) => start),
  );
}
