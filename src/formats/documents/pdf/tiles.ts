import type { PlacedPage } from "./find-furniture.ts";
import { boxOf, isUpright, type Box, type Piece } from "./piece.ts";

/** Tiled text occurs this often on one page. */
const TILES = 3;
const MAX_TILE = 300;
const LARGE = 1.5;
/** Tiled text has several letters: table cells may repeat a short word. */
const TELLING = /(?:\p{L}\P{L}*){4}/u;
/** Boxes that share less than this part of the smaller one's height or width are side by side. */
const OVERLAP = 0.3;
/** At least one tile in this many overlaps other text. */
const MOST_OVER = 3;
/** Each text is compared with at most this many neighbors. */
const MAX_NEIGHBORS = 60;

/**
 * Returns the pieces of text tiled over a page: rotated, large, over other text, or in consecutive rows and
 * columns.
 */
export function findTiles({ pieces }: PlacedPage, bodySize: number): Piece[] {
  const groups = new Map<string, number[]>();
  for (const [at, { str, size, cos, sin }] of pieces.entries()) {
    const text = str.trim();
    if (text.length > MAX_TILE || !TELLING.test(text)) continue;
    const key = `${text}\n${size.toFixed(1)} ${cos.toFixed(2)} ${sin.toFixed(2)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  }
  const tiled = [...groups.values()].filter((group) => group.length >= TILES);
  if (tiled.length === 0) return [];
  const overlaps = findOverlaps(pieces);
  return tiled
    .filter((group) => isTiled(group, pieces, bodySize, overlaps))
    .flatMap((group) => group.flatMap((at) => pieces[at] ?? []));
}

function isTiled(
  group: readonly number[],
  pieces: readonly Piece[],
  bodySize: number,
  overlaps: ReadonlySet<Piece>,
): boolean {
  const tiles = group.flatMap((at) => pieces[at] ?? []);
  const [first] = tiles;
  if (first === undefined) return false;
  if (!isUpright(first) || first.size >= LARGE * bodySize) return true;
  // A stamp may be printed over a single line of the report.
  const over = tiles.filter((tile) => overlaps.has(tile)).length;
  if (over > 1 && over * MOST_OVER >= tiles.length) return true;
  const columns = new Set(tiles.map(({ x }) => Math.round(x)));
  const rows = new Set(tiles.map(({ y }) => Math.round(y)));
  const between = pieces.slice(group[0], (group.at(-1) ?? 0) + 1);
  const isDrawnInARow = between.filter(({ str }) => str.trim() !== "").length === group.length;
  // Table cells have other cells on their lines.
  const own = new Set(tiles);
  const isBesideOthers = pieces.some(
    (piece) => !own.has(piece) && piece.str.trim() !== "" && rows.has(Math.round(piece.y)),
  );
  return isDrawnInARow && !isBesideOthers && columns.size > 1 && rows.size > 1;
}

/** Returns the pieces that overlap others. */
function findOverlaps(pieces: readonly Piece[]): Set<Piece> {
  const placed = pieces
    .filter((piece) => piece.str.trim() !== "" && isUpright(piece))
    .map((piece) => ({ piece, box: boxOf(piece) }))
    .sort((a, b) => a.box.bottom - b.box.bottom);
  const found = new Set<Piece>();
  for (const [at, { piece, box }] of placed.entries()) {
    for (const other of placed.slice(at + 1, at + MAX_NEIGHBORS)) {
      if (other.box.bottom >= box.top) break;
      // Some programs draw bold letters twice.
      if (other.piece.str === piece.str || !areOver(box, other.box)) continue;
      found.add(piece);
      found.add(other.piece);
    }
  }
  return found;
}

function areOver(a: Box, b: Box): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  const narrow = Math.min(a.right - a.left, b.right - b.left);
  const low = Math.min(a.top - a.bottom, b.top - b.bottom);
  return width > OVERLAP * narrow && height > OVERLAP * low;
}
