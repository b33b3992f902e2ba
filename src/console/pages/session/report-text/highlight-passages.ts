import type { Block } from "./cut-blocks.ts";

/** A passage of the text, in UTF-16 code units. */
export interface Passage {
  start: number;
  end: number;
}

/**
 * Shows passages in a text that is laid out in blocks, one element with one text node each, without
 * changing its elements (CSS Custom Highlight API).
 * @param name of the `::highlight()` in the style sheet
 */
export function highlightPassages(
  name: string,
  container: Element,
  blocks: readonly Block[],
  passages: readonly Passage[],
): void {
  const ranges = passages.flatMap((passage) => {
    const from = placeOf(container, blocks, passage.start);
    const to = placeOf(container, blocks, passage.end);
    if (from === null || to === null) return [];
    const range = new StaticRange({
      startContainer: from.node,
      startOffset: from.offset,
      endContainer: to.node,
      endOffset: to.offset,
    });
    return [range];
  });
  CSS.highlights.set(name, new Highlight(...ranges));
}

/** The element of the block in which a place of the text stands. */
export function blockAt(container: Element, blocks: readonly Block[], at: number): Element | null {
  return container.children[indexAt(blocks, at)] ?? null;
}

function placeOf(
  container: Element,
  blocks: readonly Block[],
  at: number,
): { node: Node; offset: number } | null {
  const index = indexAt(blocks, at);
  const node = container.children[index]?.firstChild ?? null;
  const block = blocks[index];
  if (node === null || block === undefined) return null;
  return { node, offset: Math.min(at - block.start, block.text.length) };
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

/** The place in the whole text at which a point of the page's selection stands, or null outside it. */
export function textOffset(
  container: Element,
  blocks: readonly Block[],
  node: Node,
  offset: number,
): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const index = element === null ? -1 : [...container.children].indexOf(element);
  const block = blocks[index];
  return block === undefined ? null : block.start + (node === element ? 0 : offset);
}
