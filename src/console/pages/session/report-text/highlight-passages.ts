import type { Span } from "../../../api/session.ts";
import type { Block } from "./cut-blocks.ts";

/** What is marked in the text; each covers those before it. */
export const HIGHLIGHTS = ["evidence", "chosen-evidence", "spot"] as const;
type Highlighted = (typeof HIGHLIGHTS)[number];

/**
 * Shows passages in a text that is laid out in blocks, one element with one text node each, without
 * changing its elements (CSS Custom Highlight API).
 * @param layer one of `HIGHLIGHTS`, which is the name of the `::highlight()` in the style sheet
 */
export function highlightPassages(
  layer: Highlighted,
  container: Element,
  blocks: readonly Block[],
  passages: readonly Span[],
): void {
  const ranges = passages.flatMap((passage) => {
    const ends = endsOf(container, blocks, passage);
    if (ends === null) return [];
    const [from, to] = ends;
    const range = new StaticRange({
      startContainer: from.node,
      startOffset: from.offset,
      endContainer: to.node,
      endOffset: to.offset,
    });
    return [range];
  });
  const highlight = new Highlight(...ranges);
  // Without it, the one that was set last would cover the others.
  highlight.priority = HIGHLIGHTS.indexOf(layer);
  CSS.highlights.set(layer, highlight);
}

/** A passage of the text as a range of the page. */
export function rangeOf(container: Element, blocks: readonly Block[], passage: Span): Range | null {
  const ends = endsOf(container, blocks, passage);
  if (ends === null) return null;
  const range = document.createRange();
  range.setStart(ends[0].node, ends[0].offset);
  range.setEnd(ends[1].node, ends[1].offset);
  return range;
}

interface Place {
  node: Node;
  offset: number;
}

function endsOf(
  container: Element,
  blocks: readonly Block[],
  { start, end }: Span,
): [Place, Place] | null {
  const [from, to] = [placeOf(container, blocks, start), placeOf(container, blocks, end)];
  return from === null || to === null ? null : [from, to];
}

function placeOf(container: Element, blocks: readonly Block[], at: number): Place | null {
  const index = indexAt(blocks, at);
  const node = container.children[index]?.firstChild ?? null;
  const block = blocks[index];
  if (node === null || block === undefined) return null;
  return { node, offset: Math.min(Math.max(at - block.start, 0), block.text.length) };
}

/** The last block that begins at or before a place. */
function indexAt(blocks: readonly Block[], at: number): number {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
