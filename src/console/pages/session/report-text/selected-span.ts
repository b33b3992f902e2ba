import type { Span } from "../../../api/session.ts";
import { TEXT_ID } from "./select-by-key.ts";

/** Returns the selection in the report text, in UTF-16 code units; null for none. */
export function selectedSpan(): Span | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const start = placeOf(range.startContainer, range.startOffset, "start");
  const end = placeOf(range.endContainer, range.endOffset, "end");
  return start === null || end === null || end <= start ? null : { start, end };
}

/**
 * Returns the text offset of a point on the page; null outside the text.
 * @param side of the selection: between two pieces it starts with the next or ends with the one before
 */
export function placeOf(node: Node, offset: number, side: "start" | "end"): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const piece = element?.closest<HTMLElement>("[data-start]");
  const start = piece?.dataset["start"];
  if (start === undefined) return placeBeside(node, offset, side);
  // A piece contains one text node. A point next to it is its start or its end.
  const inner = node === piece ? (offset === 0 ? 0 : (piece?.textContent.length ?? 0)) : offset;
  return Number(start) + inner;
}

function placeBeside(node: Node, offset: number, side: "start" | "end"): number | null {
  const container = document.getElementById(TEXT_ID);
  if (container?.contains(node) !== true) return null;
  const pieces = [...container.querySelectorAll<HTMLElement>("[data-start]")];
  const point = document.createRange();
  point.setStart(node, offset);
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && point.comparePoint(piece, 0) < 0) low = middle + 1;
    else high = middle;
  }
  if (side === "start") return startOf(pieces[low]);
  const before = pieces[low - 1];
  const start = startOf(before);
  return start === null ? null : start + (before?.textContent.length ?? 0);
}

function startOf(piece: HTMLElement | undefined): number | null {
  const start = piece?.dataset["start"];
  return start === undefined ? null : Number(start);
}
