import { boxOf, isUpright, type Piece } from "./piece.ts";
import { findPrintHeads } from "./print-heads.ts";
import { findTiles } from "./tiles.ts";

/** A page and what is printed on it, in the order in which it was drawn. */
export interface PlacedPage {
  width: number;
  height: number;
  pieces: readonly Piece[];
}

/** How far heads and feet reach into a page, as a part of its height. */
const MARGIN = 0.12;
/** On a first page what is a head elsewhere may stand lower. */
const MOVED_MARGIN = 0.15;
/** The part of all pages on which a head or foot repeats, and text elsewhere on the page. */
const MARGIN_SHARE = 0.4;
const BODY_SHARE = 0.5;
/** Places that differ by less than about this, in points, are one. */
const PLACE = 4;
/** Numbers of a line that may be that of its page. */
const MAX_NUMBERS = 3;
/** Letters this much larger than those of most text, repeated on pages, are a watermark wherever they stand. */
const HUGE = 2.5;
/** What stands this far apart on a line, in sizes of letters, is no part of one sentence. */
const APART = 2;
/** Text that says so little is furniture only next to text that says more. */
const TELLING = /\p{L}.*\p{L}.*\p{L}/u;

/**
 * The pieces that belong to the pages and not to the report: what repeats at the same place on most
 * pages (heads, feet, watermarks), what a browser prints at the edges, and what is tiled over a page.
 */
export function findFurniture(pages: readonly PlacedPage[], bodySize: number): ReadonlySet<Piece> {
  const found = new Set<Piece>();
  const repeated = new Repeats(pages, bodySize);
  for (const [at, page] of pages.entries()) {
    for (const piece of repeated.on(at)) found.add(piece);
    for (const piece of findPrintHeads(page)) found.add(piece);
    for (const piece of findTiles(page, bodySize)) found.add(piece);
  }
  addMovedHeads(pages, found);
  const isAll = pages.every(({ pieces }) =>
    pieces.every((piece) => piece.str.trim() === "" || found.has(piece)),
  );
  return isAll ? new Set() : found;
}

/** Counts on how many pages a piece comes again. */
class Repeats {
  readonly #pages: readonly PlacedPage[];
  readonly #bodySize: number;
  /** On how many pages a form stands at a place. */
  readonly #counts = new Map<string, { page: number; pages: number }>();
  /** The texts that stand on several pages at all. */
  readonly #texts = new Map<string, { page: number; pages: number }>();
  readonly #written: number;

  constructor(pages: readonly PlacedPage[], bodySize: number) {
    this.#pages = pages;
    this.#bodySize = bodySize;
    this.#written = pages.filter(({ pieces }) => pieces.length > 0).length;
    for (const [at, { pieces }] of pages.entries()) {
      for (const piece of pieces)
        for (const form of formsOf(piece, at)) count(this.#texts, form, at);
    }
    for (const [at, page] of pages.entries()) {
      for (const piece of page.pieces) {
        for (const form of this.#forms(piece, page, at)) {
          for (const place of placesOf(piece)) count(this.#counts, form + place, at);
        }
      }
    }
  }

  /** The pieces of a page that repeat, with those on their lines that say little. */
  on(at: number): Piece[] {
    const page = this.#pages[at];
    if (page === undefined) return [];
    const repeated = page.pieces.filter((piece) => this.#isRepeated(piece, page, at));
    const telling = new Set(
      repeated.flatMap((piece) => (this.#isTelling(piece, at) ? lineKeys(piece) : [])),
    );
    return repeated.filter((piece) => lineKeys(piece).some((key) => telling.has(key)));
  }

  #isTelling(piece: Piece, at: number): boolean {
    if (TELLING.test(piece.str)) return true;
    return formsOf(piece, at)
      .slice(1)
      .some((form) => (this.#texts.get(form)?.pages ?? 0) >= this.#needed(MARGIN_SHARE));
  }

  #isRepeated(piece: Piece, page: PlacedPage, at: number): boolean {
    const isEdge = isAtEdge(piece, page);
    const needed = this.#needed(isEdge ? MARGIN_SHARE : BODY_SHARE);
    // Two pages that have the same text at the same place may both be the report's.
    if (!isEdge && needed < 3) return false;
    const isLarge = piece.size >= HUGE * this.#bodySize;
    const text = this.#texts.get(formsOf(piece, at)[0] ?? "");
    if ((!isUpright(piece) || isLarge) && (text?.pages ?? 0) >= needed) return true;
    return this.#forms(piece, page, at).some((form) =>
      placesOf(piece).some((place) => (this.#counts.get(form + place)?.pages ?? 0) >= needed),
    );
  }

  #needed(share: number): number {
    const most = Math.floor(this.#written * share) + 1;
    return Math.max(this.#written === 2 ? 2 : 3, most);
  }

  /** The forms of a piece that come often enough; numbers count at the edges of the page alone. */
  #forms(piece: Piece, page: PlacedPage, at: number): string[] {
    const forms = isAtEdge(piece, page) ? formsOf(piece, at) : formsOf(piece, at).slice(0, 1);
    const least = this.#needed(MARGIN_SHARE);
    return forms.filter((form) => (this.#texts.get(form)?.pages ?? 0) >= least);
  }
}

/** A piece's text, and for each number in it the text with the distance of that number to its page's. */
function formsOf({ str }: Piece, page: number): string[] {
  const text = str.trim();
  if (text === "" || text.length > 300) return [];
  const forms = [text];
  const numbers = text.match(/\d+/g)?.slice(0, MAX_NUMBERS) ?? [];
  if (numbers.length === 0) return forms;
  const mask = text.replace(/\d+/g, "#");
  for (const [nth, number] of numbers.entries()) {
    if (number.length < 5) forms.push(`${mask}\n${nth}\n${Number(number) - page}`);
  }
  return forms;
}

function count(counts: Map<string, { page: number; pages: number }>, key: string, page: number) {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { page, pages: 1 });
  else if (known.page !== page) {
    known.page = page;
    known.pages += 1;
  }
}

/** The places that a piece takes by its left end, its right end or its middle. */
function placesOf(piece: Piece): string[] {
  const { left, right } = boxOf(piece);
  const places: string[] = [];
  for (const [kind, x] of [left, right, (left + right) / 2].entries()) {
    for (const column of around(x)) {
      for (const row of around(piece.y)) places.push(`\n${kind} ${column} ${row}`);
    }
  }
  return places;
}

/** Two steps of a scale, so that values closer than half a step share one. */
const around = (value: number) => [
  Math.floor(value / PLACE),
  Math.floor(value / PLACE + 0.5) + 0.5,
];

const lineKeys = (piece: Piece) =>
  isUpright(piece)
    ? around(piece.y).map((row) => `level ${row}`)
    : [`${piece.cos.toFixed(2)} ${piece.sin.toFixed(2)}`];

function isAtEdge({ y }: Piece, { height }: PlacedPage, margin = MARGIN): boolean {
  return y < margin * height || y > (1 - margin) * height;
}

/** Adds the heads and feet that stand elsewhere at the edges, as on a first page. */
function addMovedHeads(pages: readonly PlacedPage[], found: Set<Piece>): void {
  const known = new Set<string>();
  const keyOf = ({ str, size }: Piece) => `${str.trim()}\n${Math.round(size)}`;
  for (const page of pages) {
    for (const piece of page.pieces) {
      if (found.has(piece) && isAtEdge(piece, page) && TELLING.test(piece.str))
        known.add(keyOf(piece));
    }
  }
  for (const page of pages) {
    const rest = page.pieces.filter(
      (piece) => piece.str.trim() !== "" && !found.has(piece) && !known.has(keyOf(piece)),
    );
    const rows = new Map<number, Piece[]>();
    for (const piece of rest) {
      if (!isAtEdge(piece, page, MOVED_MARGIN)) continue;
      for (const key of around(piece.y)) {
        const row = rows.get(key);
        if (row === undefined) rows.set(key, [piece]);
        else row.push(piece);
      }
    }
    for (const piece of page.pieces) {
      if (!isAtEdge(piece, page, MOVED_MARGIN) || !known.has(keyOf(piece))) continue;
      const row = around(piece.y).flatMap((key) => rows.get(key) ?? []);
      if (row.every((other) => areApart(piece, other))) found.add(piece);
    }
  }
}

function areApart(piece: Piece, other: Piece): boolean {
  const [a, b] = [boxOf(piece), boxOf(other)];
  return Math.max(a.left - b.right, b.left - a.right) > APART * piece.size;
}
