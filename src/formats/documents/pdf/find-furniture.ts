import { boxOf, isUpright, type Piece } from "./piece.ts";
import { headingKindOf } from "../../../text/headings/heading-kind.ts";
import { mayHoldValue } from "./may-hold-value.ts";
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
/** Heads and feet are no longer than this. */
const MAX_LINE = 300;
const MAX_BESIDE = 50;
/** Numbers of a line that may be that of its page. */
const MAX_NUMBERS = 3;
/** A head that counts is no title: "Step 1". */
const LARGE_HEAD = 1.25;
/** Letters this much larger than those of most text, repeated on pages, are a watermark wherever they stand. */
const HUGE = 2.5;
/** What stands this far apart on a line, in sizes of letters, is no part of one sentence. */
const APART = 2;
/** The number of a page stands at either end of its line, or beside a word for it: "Page 3", "3 of 12", "Report | 3". */
const COUNTED =
  /^\P{L}{0,3}\d{1,4}(?![\w.-])|(?<![\w.-])\d{1,4}\P{L}{0,3}$|\d{1,4} ?(?:\/|of|von|de|sur|из) ?\d{1,4}|(?:page|seite|página|страница|стр\.) ?\d/iu;
/** The next row of a table is no further below, in sizes of letters. */
const BELOW = 2.2;
const MAX_CELL_SIZE = 30;
/** A stamp runs at an angle of 10 degrees or more, in letters that are this much larger, even on a single page. */
const SLANTED = Math.sin(Math.PI / 18);
const MIN_SLANTED = 1.5;
/** Words of a stamp, and not of the head of a table. */
const SAYS_MUCH = /(?:\p{L}{2,}\P{L}+){3}/u;
/** Text that says so little is furniture only next to text that says more. */
const TELLING = /(?:\p{L}\P{L}*){3}/u;

/**
 * The pieces that belong to the pages and not to the report: what repeats at the same place on most
 * pages (heads, feet, watermarks), what a browser prints at the edges, and what is tiled over a page.
 */
export function findFurniture(pages: readonly PlacedPage[], bodySize: number): ReadonlySet<Piece> {
  const found = new Set<Piece>();
  const repeated = new Repeats(pages, bodySize);
  for (const piece of findPrintHeads(pages)) found.add(piece);
  for (const [at, page] of pages.entries()) {
    for (const piece of repeated.on(at)) found.add(piece);
    for (const piece of findTiles(page, bodySize)) found.add(piece);
    for (const piece of page.pieces) if (isSlanted(piece, bodySize)) found.add(piece);
  }
  addMovedHeads(pages, found);
  const isAll = pages.every(({ pieces }) =>
    pieces.every((piece) => piece.str.trim() === "" || found.has(piece)),
  );
  return isAll ? new Set() : found;
}

/** Whether text runs across the page at an angle, as the labels of a picture's axes do not. */
function isSlanted({ str, cos, sin, size }: Piece, bodySize: number): boolean {
  const slant = Math.min(Math.abs(cos), Math.abs(sin));
  if (slant <= SLANTED || size < MIN_SLANTED * bodySize) return false;
  return TELLING.test(str) && !mayHoldValue(str);
}

/** On how many pages something was seen, and on which last. */
interface Seen {
  page: number;
  pages: number;
}

/** A piece that says something, and the forms in which it may come again. */
interface Candidate {
  piece: Piece;
  isEdge: boolean;
  /** Its text, and at the edges of a page for each number in it the text with the distance of that number to its page's. */
  forms: string[];
}

/** Counts on how many pages a piece comes again. */
class Repeats {
  readonly #bodySize: number;
  readonly #pages: Candidate[][];
  /** On how many pages a form stands at all. */
  readonly #forms = new Map<string, Seen>();
  /** On how many pages a form stands at a place. */
  readonly #places = new Map<string, Seen>();
  readonly #written: number;

  constructor(pages: readonly PlacedPage[], bodySize: number) {
    this.#bodySize = bodySize;
    this.#written = pages.filter(({ pieces }) => pieces.length > 0).length;
    this.#pages = pages.map((page, at) => candidatesOf(page, at, bodySize));
    for (const [at, candidates] of this.#pages.entries()) {
      for (const { forms } of candidates) for (const form of forms) count(this.#forms, form, at);
    }
    const least = this.#needed(MARGIN_SHARE);
    for (const [at, candidates] of this.#pages.entries()) {
      this.#pages[at] = candidates.filter((one) => {
        one.forms = one.forms.filter((form) => (this.#forms.get(form)?.pages ?? 0) >= least);
        for (const form of one.forms) {
          for (const place of placesOf(one.piece)) count(this.#places, form + place, at);
        }
        return one.forms.length > 0;
      });
    }
  }

  /** The pieces of a page that repeat, with those on their lines that say little. */
  on(at: number): Piece[] {
    const repeated = this.#pages[at]?.filter((one) => this.#isRepeated(one)) ?? [];
    const telling = new Set(
      repeated.flatMap(({ piece, forms }) =>
        TELLING.test(piece.str) || forms.some((form) => form.includes("\n")) ? lineKeys(piece) : [],
      ),
    );
    return repeated
      .map(({ piece }) => piece)
      .filter((piece) => lineKeys(piece).some((key) => telling.has(key)));
  }

  #isRepeated({ piece, isEdge, forms }: Candidate): boolean {
    const needed = this.#needed(isEdge ? MARGIN_SHARE : BODY_SHARE);
    // Of two pages that have the same words at the same place, both may be the report's: heads of a table, values.
    const isUnsure =
      needed < 3 && (mayHoldValue(piece.str) || (!isEdge && !SAYS_MUCH.test(piece.str)));
    if (isUnsure && isUpright(piece)) return false;
    const isLarge = piece.size >= HUGE * this.#bodySize;
    const pages = this.#forms.get(piece.str.trim())?.pages ?? 0;
    if ((!isUpright(piece) || isLarge) && pages >= needed) return true;
    const places = placesOf(piece);
    return forms.some((form) =>
      places.some((place) => (this.#places.get(form + place)?.pages ?? 0) >= needed),
    );
  }

  #needed(share: number): number {
    const most = Math.floor(this.#written * share) + 1;
    return Math.max(this.#written === 2 ? 2 : 3, most);
  }
}

function candidatesOf(page: PlacedPage, at: number, bodySize: number): Candidate[] {
  const candidates: Candidate[] = [];
  const lefts = leftsOf(page);
  for (const piece of page.pieces) {
    const text = piece.str.trim();
    if (text === "" || text.length > MAX_LINE) continue;
    const isEdge = isAtEdge(piece, page) && !isTableHead(piece, lefts);
    candidates.push({
      piece,
      isEdge,
      forms: isEdge && piece.size <= LARGE_HEAD * bodySize ? formsOf(text, at) : [text],
    });
  }
  // A title of a slide or of a chapter may come again.
  return candidates.filter(({ piece }) => headingKindOf(piece.str) === null);
}

/** Where the pieces of each line of a page begin, by whole points. */
function leftsOf({ pieces }: PlacedPage): Map<number, Set<number>> {
  const lefts = new Map<number, Set<number>>();
  for (const { str, x, y } of pieces) {
    if (str.trim() === "") continue;
    const row = lefts.get(Math.round(y)) ?? new Set();
    lefts.set(Math.round(y), row.add(Math.round(x)));
  }
  return lefts;
}

/** Whether a piece is a cell of a table head, which a table repeats on each page: it has a cell next to it and one below. */
function isTableHead(
  { x, y, size }: Piece,
  lefts: ReadonlyMap<number, ReadonlySet<number>>,
): boolean {
  const [column, line] = [Math.round(x), Math.round(y)];
  if ((lefts.get(line)?.size ?? 0) < 2) return false;
  for (let row = line - 1; row >= line - BELOW * Math.min(size, MAX_CELL_SIZE); row -= 1) {
    const below = lefts.get(row);
    if (below === undefined) continue;
    return below.size > 1 && [-1, 0, 1].some((by) => below.has(column + by));
  }
  return false;
}

function formsOf(text: string, page: number): string[] {
  const numbers = text.match(/\d+/g)?.slice(0, MAX_NUMBERS) ?? [];
  if (numbers.length === 0 || !COUNTED.test(text) || mayHoldValue(text)) return [text];
  const mask = text.replace(/\d+/g, "#");
  const counted = numbers.filter(({ length }) => length < 5);
  return [text, ...counted.map((number, nth) => `${mask}\n${nth}\n${Number(number) - page}`)];
}

function count(counts: Map<string, Seen>, key: string, page: number): void {
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
  if (known.size === 0) return;
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
      // A longer row is no page head. The limit keeps the comparison linear.
      if (row.length <= MAX_BESIDE && row.every((other) => areApart(piece, other)))
        found.add(piece);
    }
  }
}

function areApart(piece: Piece, other: Piece): boolean {
  const [a, b] = [boxOf(piece), boxOf(other)];
  return Math.max(a.left - b.right, b.left - a.right) > APART * piece.size;
}
