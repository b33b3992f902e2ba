import type { Span } from "../../../api/session.ts";

/** A piece of the text on the page: an element with `data-start` that holds this one text node. */
export interface ShownPiece {
  start: number;
  node: Text;
}

interface Place {
  node: Text;
  offset: number;
}

/** The pieces of the text that a container shows, in the order of the text. */
export function piecesOf(container: Element): ShownPiece[] {
  const pieces = [...container.querySelectorAll<HTMLElement>("[data-start]")].flatMap((element) => {
    const node = element.firstChild;
    return node instanceof Text ? [{ start: Number(element.dataset["start"]), node }] : [];
  });
  return pieces.sort((a, b) => a.start - b.start);
}

/** Both ends of a passage on the page; null where nothing is shown. */
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

/** A passage of the text as a range of the page. */
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

/** The last piece that begins at or before a place. */
function indexAt(pieces: readonly ShownPiece[], at: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
