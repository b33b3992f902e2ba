import type { PlacedPage } from "./find-furniture.ts";
import { isPlain, type Piece } from "./piece.ts";

/** How far from the page edges a browser prints, in points. */
const EDGE = 45;
const MAX_LINE = 400;
const DATE =
  /^(?:\d{1,2}[/.]\s?\d{1,2}[/.]\s?\d{2,4}|\d{4}-\d{2}-\d{2}),?\s+\d{1,2}[:.]\d{2}(?:\s?[AP]M)?(?![:\d])/iu;
const ADDRESS = /^(?:https?|file):\/\/\S/iu;
const OF_PAGES = /(?:^|\s)(?:Page )?\d{1,4}(?:\/| of )\d{1,4}$/iu;

/** A line at the edge of a page. */
interface EdgeLine {
  pieces: Piece[];
  text: string;
}

/**
 * Returns what a browser prints at the edges of pages: date, time and title at the top, address and page number
 * at the bottom. All pages have the same print time. On a single page, the bottom line confirms it.
 */
export function findPrintHeads(pages: readonly PlacedPage[]): Piece[] {
  const found: Piece[] = [];
  const heads: { time: string; line: EdgeLine; hasFoot: boolean }[] = [];
  for (const page of pages) {
    const lines = linesAtEdges(page);
    const feet = lines.filter(({ text }) => ADDRESS.test(text) && OF_PAGES.test(text));
    const dated = lines.filter(({ text }) => DATE.test(text));
    for (const { pieces } of feet) found.push(...pieces);
    const [head] = dated;
    if (head === undefined || dated.length > 1) continue;
    heads.push({ time: DATE.exec(head.text)?.[0] ?? "", line: head, hasFoot: feet.length > 0 });
  }
  const isSame = heads.length > 1 && heads.every(({ time }) => time === heads[0]?.time);
  for (const { line, hasFoot } of heads) if (isSame || hasFoot) found.push(...line.pieces);
  return found;
}

function linesAtEdges({ height, pieces }: PlacedPage): EdgeLine[] {
  const lines = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const isEdge = piece.y < EDGE || piece.y > height - EDGE;
    if (!isEdge || !isPlain(piece) || piece.str.trim() === "") continue;
    const row = Math.round(piece.y);
    const line = lines.get(row);
    if (line === undefined) lines.set(row, [piece]);
    else line.push(piece);
  }
  return [...lines.values()].map((line) => ({
    pieces: line,
    text: line
      .toSorted((a, b) => a.x - b.x)
      .map(({ str }) => str.trim())
      .join(" ")
      .slice(0, MAX_LINE),
  }));
}
