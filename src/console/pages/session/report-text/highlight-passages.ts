import type { Span } from "../../../api/session.ts";
import { endsOf, type ShownPiece } from "./text-pieces.ts";

/** The highlights in the text; each covers those before it. */
export const HIGHLIGHTS = ["evidence", "chosen-evidence", "spot"] as const;
type Highlighted = (typeof HIGHLIGHTS)[number];

/**
 * Highlights passages in a text made of pieces, without changing its elements (CSS Custom Highlight API).
 * @param layer one of `HIGHLIGHTS`, which is the name of the `::highlight()` in the style sheet
 */
export function highlightPassages(
  layer: Highlighted,
  pieces: readonly ShownPiece[],
  passages: readonly Span[],
): void {
  const ranges = passages.flatMap((passage) => {
    const ends = endsOf(pieces, passage);
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
  // Without it, the last one set would cover the others.
  highlight.priority = HIGHLIGHTS.indexOf(layer);
  CSS.highlights.set(layer, highlight);
}
