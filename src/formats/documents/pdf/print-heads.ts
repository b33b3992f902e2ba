import type { PlacedPage } from "./find-furniture.ts";
import { isPlain, type Piece } from "./piece.ts";

/** How far from its edges a browser prints on a page, in points. */
const EDGE = 45;
const MAX_LINE = 400;
const DATE =
  /^(?:\d{1,2}[/.]\s?\d{1,2}[/.]\s?\d{2,4}|\d{4}-\d{2}-\d{2}),?\s+\d{1,2}[:.]\d{2}(?:\s?[AP]M)?(?!\d)/iu;
const ADDRESS = /^(?:https?|file):\/\/\S/iu;
const OF_PAGES = /(?:^|\s)(?:Page )?\d{1,4}(?:\/| of )\d{1,4}$/iu;

/** What a browser prints at the edges of a page: date, time and title above, address and page number below. */
export function findPrintHeads({ height, pieces }: PlacedPage): Piece[] {
  const lines = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const isEdge = piece.y < EDGE || piece.y > height - EDGE;
    if (!isEdge || !isPlain(piece) || piece.str.trim() === "") continue;
    const row = Math.round(piece.y);
    const line = lines.get(row);
    if (line === undefined) lines.set(row, [piece]);
    else line.push(piece);
  }
  return [...lines.values()].filter(isPrinted).flat();
}

function isPrinted(line: readonly Piece[]): boolean {
  const text = line
    .toSorted((a, b) => a.x - b.x)
    .map(({ str }) => str.trim())
    .join(" ")
    .slice(0, MAX_LINE);
  return DATE.test(text) || (ADDRESS.test(text) && OF_PAGES.test(text));
}
