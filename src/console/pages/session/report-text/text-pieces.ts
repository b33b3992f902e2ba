import type { Span } from "../../../api/session.ts";

/** A piece of the text on the page: an element with `data-start` that contains this one text node. */
export interface ShownPiece {
  start: number;
  node: Text;
}

interface Place {
  node: Text;
  offset: number;
}

/** Returns the text pieces in a container, in text order. */
export function piecesOf(container: Element): ShownPiece[] {
  const pieces = [...container.querySelectorAll<HTMLElement>("[data-start]")].flatMap((element) => {
    const node = element.firstChild;
    return node instanceof Text ? [{ start: Number(element.dataset["start"]), node }] : [];
  });
  return pieces.sort((a, b) => a.start - b.start);
}

/** Returns both ends of a passage on the page; null if nothing is shown. */
export function endsOf(
  pieces: readonly ShownPiece[],
  { start, end }: Span,
): [from: Place, to: Place] | null {
  const from = pieces[indexAt(pieces, start)];
  // A passage that ends with a piece does not reach into the next one.
  const to = pieces[indexAt(pieces, Math.max(start, end - 1))];
  if (from === undefined || to === undefined) return null;
  return [placeIn(from, start), placeIn(to, end)];
}

/** Returns a passage of the text as a DOM range. */
export function rangeOf(pieces: readonly ShownPiece[], passage: Span): Range | null {
  const ends = endsOf(pieces, passage);
  if (ends === null) return null;
  const range = document.createRange();
  range.setStart(ends[0].node, ends[0].offset);
  range.setEnd(ends[1].node, ends[1].offset);
  return range;
}

function placeIn({ start, node }: ShownPiece, at: number): Place {
  return { node, offset: Math.min(Math.max(at - start, 0), node.length) };
}

/** Returns the last piece that begins at or before an offset. */
function indexAt(pieces: readonly ShownPiece[], at: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
