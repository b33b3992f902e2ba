import type { Span } from "../../../api/session.ts";

/** What is selected in the text of the report, in UTF-16 code units; null for nothing. */
export function selectedSpan(): Span | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = placeOf(range.startContainer, range.startOffset);
  const end = placeOf(range.endContainer, range.endOffset);
  return start === null || end === null || end <= start ? null : { start, end };
}

/** The place in the whole text at which a point of the page stands; null outside the text. */
export function placeOf(node: Node, offset: number): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest<HTMLElement>("[data-start]");
  const start = block?.dataset["start"];
  if (start === undefined) return null;
  // A block holds one text; a point beside it is its begin or its end.
  const inner = node === block ? (offset === 0 ? 0 : (block?.textContent.length ?? 0)) : offset;
  return Number(start) + inner;
}
