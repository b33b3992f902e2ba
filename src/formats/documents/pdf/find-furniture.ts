import { boxOf, isUpright, type Piece } from "./piece.ts";
import { headingKindOf } from "../../../text/headings/heading-kind.ts";
import { mayHoldValue } from "./may-hold-value.ts";
import { findPrintHeads } from "./print-heads.ts";
import { findTiles } from "./tiles.ts";

/** A page and the text pieces on it, in drawing order. */
export interface PlacedPage {
  width: number;
  height: number;
  pieces: readonly Piece[];
}

/** How far headers and footers reach into a page, relative to its height. */
const MARGIN = 0.12;
/** On a first page, the header may be lower. */
const MOVED_MARGIN = 0.15;
/** The share of pages on which a header or footer repeats, and on which text elsewhere does. */
const MARGIN_SHARE = 0.4;
const BODY_SHARE = 0.5;
/** Positions closer than about this many points are the same. */
const PLACE = 4;
/** Headers and footers are no longer than this. */
const MAX_LINE = 300;
const MAX_BESIDE = 50;
/** The most numbers in a line that may be its page number. */
const MAX_NUMBERS = 3;
/** A larger numbered line is a heading ("Step 1"), not a page header. */
const LARGE_HEAD = 1.25;
/** Letters this much larger than most text that repeat on pages are a watermark, anywhere on the page. */
const HUGE = 2.5;
/** Pieces of a line this far apart, relative to the font size, are not one sentence. */
const APART = 2;
/** A page number is at either end of its line, or next to a word for it: "Page 3", "3 of 12", "Report | 3". */
const COUNTED =
  /^\P{L}{0,3}\d{1,4}(?![\w.-])|(?<![\w.-])\d{1,4}\P{L}{0,3}$|\d{1,4} ?(?:\/|of|von|de|sur|из) ?\d{1,4}|(?:page|seite|página|страница|стр\.) ?\d/iu;
/** The next row of a table is at most this far below, relative to the font size. */
const BELOW = 2.2;
const MAX_CELL_SIZE = 30;
/** A stamp is rotated by at least 10 degrees, with letters this much larger than the text, even on a single page. */
const SLANTED = Math.sin(Math.PI / 18);
const MIN_SLANTED = 1.5;
/** Words that a stamp has but a table header does not. */
const SAYS_MUCH = /(?:\p{L}{2,}\P{L}+){3}/u;
/** Shorter text is furniture only next to longer text. */
const TELLING = /(?:\p{L}\P{L}*){3}/u;

/**
 * Returns the pieces that belong to the pages and not to the report. These are pieces that repeat at the same
 * place on most pages (headers, footers, watermarks), that a browser prints at the edges, or that are tiled
 * over a page.
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

/** Returns whether text is rotated across the page, unlike the axis labels of a chart. */
function isSlanted({ str, cos, sin, size }: Piece, bodySize: number): boolean {
  const slant = Math.min(Math.abs(cos), Math.abs(sin));
  if (slant <= SLANTED || size < MIN_SLANTED * bodySize) return false;
  return TELLING.test(str) && !mayHoldValue(str);
}

/** The number of pages on which something occurs, and the last of them. */
interface Seen {
  page: number;
  pages: number;
}

/** A piece with enough text, and the forms in which it may repeat. */
interface Candidate {
  piece: Piece;
  isEdge: boolean;
  /**
   * Its text. At the edges of a page, also for each number in it, the text with the difference between that
   * number and the page number.
   */
  forms: string[];
}

/** Counts on how many pages a piece repeats. */
class Repeats {
  readonly #bodySize: number;
  readonly #pages: Candidate[][];
  /** The pages on which a form occurs anywhere. */
  readonly #forms = new Map<string, Seen>();
  /** The pages on which a form occurs at one place. */
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

  /** Returns the repeated pieces of a page, and the short pieces on their lines. */
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
    // If two pages have the same words at the same place, both may belong to the report, as table headers or values.
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
  // The title of a slide or chapter may repeat.
  return candidates.filter(({ piece }) => headingKindOf(piece.str) === null);
}

/** Returns the left ends of the pieces on each line of a page, in whole points. */
function leftsOf({ pieces }: PlacedPage): Map<number, Set<number>> {
  const lefts = new Map<number, Set<number>>();
  for (const { str, x, y } of pieces) {
    if (str.trim() === "") continue;
    const row = lefts.get(Math.round(y)) ?? new Set();
    lefts.set(Math.round(y), row.add(Math.round(x)));
  }
  return lefts;
}

/**
 * Returns whether a piece is part of a table header, which repeats on each page: it has a cell next to it and
 * one below.
 */
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

/** Returns the places of a piece by its left end, its right end and its middle. */
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

/** Returns two steps of a scale, so that values closer than half a step share one. */
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

/** Adds the headers and footers at other places of the edges, as on a first page. */
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
      // A longer row is not a page header. The limit makes the comparison linear.
      if (row.length <= MAX_BESIDE && row.every((other) => areApart(piece, other)))
        found.add(piece);
    }
  }
}

function areApart(piece: Piece, other: Piece): boolean {
  const [a, b] = [boxOf(piece), boxOf(other)];
  return Math.max(a.left - b.right, b.left - a.right) > APART * piece.size;
}
