import type { Outline, OutlineBlock } from "../../../api/session.ts";

/** A segment of the text in a separate element, in UTF-16 code units. */
export interface Piece {
  start: number;
  text: string;
}

/** What one element of the report shows. */
export type Part =
  | { kind: "heading"; level: number; marker: Piece | null; piece: Piece }
  | { kind: "paragraph"; keepsLines: boolean; piece: Piece }
  | { kind: "code" | "plain"; piece: Piece }
  | { kind: "list"; items: (Piece & { level: number; isMarked: boolean })[] }
  | { kind: "table"; rows: (Piece & { cells: Piece[] })[] }
  | { kind: "furniture"; lines: number; pieces: Piece[] };

/** Few enough characters for a fast layout, and few enough pieces for a report of 1,000,000 characters. */
const MOST_CHARS = 2_000;
/** Column widths depend on the whole table, so a table is split later. */
const MOST_OF_TABLE = 20_000;
/** Lines wrapped by width are at least this long, except the last. */
const WRAPPED = 60;
const MARKER = /^#{1,6}[ \t]+(?=\S)/u;
/** The markers of list items in texts. Other items get a bullet. */
const ITEM_MARK =
  /^(?:[^\p{L}\p{M}\p{N}\p{Pi}\p{Ps}\s"'<]|\(?\p{L}[.)]\s|\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s|o\s)/u;

/**
 * Lays the text out by its outline, in windows that render one by one. Without an outline of exactly this text,
 * shows it line by line.
 */
export function layOut(text: string, outline: Outline | null): Part[][] {
  const fits = outline !== null && outline.chars === text.length && outline.blocks.length > 0;
  if (!fits) return cutPieces({ start: 0, text }).map((piece) => [{ kind: "plain", piece }]);
  const windows: Part[][] = [];
  let room = 0;
  let table = 0;
  for (const block of outline.blocks) {
    for (const part of partsOf(text, block)) {
      const size = block.end - block.start;
      const last = windows.at(-1);
      const goesOn = part.kind === "table" && last?.at(-1)?.kind === "table";
      table = goesOn ? table + size : 0;
      if (last === undefined || (room <= 0 && !(goesOn && table < MOST_OF_TABLE))) {
        windows.push([part]);
        room = MOST_CHARS;
        table = size;
      } else addTo(last, part);
      room -= size;
    }
  }
  return windows;
}

/** Merges items, rows and furniture with those before them. */
function addTo(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last?.kind === "list" && part.kind === "list") last.items.push(...part.items);
  else if (last?.kind === "table" && part.kind === "table") last.rows.push(...part.rows);
  else if (last?.kind === "furniture" && part.kind === "furniture") {
    last.lines += part.lines;
    last.pieces.push(...part.pieces);
  } else parts.push(part);
}

function partsOf(text: string, block: OutlineBlock): Part[] {
  const { start, end, level = 1 } = block;
  const whole = { start, text: text.slice(start, end) };
  if (block.kind === "row" && end - start <= MOST_OF_TABLE) {
    return [{ kind: "table", rows: [{ ...whole, cells: cellsOf(text, block) }] }];
  }
  const pieces = cutPieces(whole);
  const lines = whole.text.split("\n").length;
  if (block.kind === "furniture") {
    // Rules and fences of Markdown have no content, and would separate a table from its header.
    return /[\p{L}\p{N}]/u.test(whole.text) ? [{ kind: "furniture", lines, pieces }] : [];
  }
  return pieces.map((piece, at): Part => {
    if (block.kind === "heading" && at === 0) return headingOf(piece, block.level);
    if (block.kind === "code") return { kind: "code", piece };
    if (block.kind === "item" && at === 0) {
      return { kind: "list", items: [{ ...piece, level, isMarked: ITEM_MARK.test(piece.text) }] };
    }
    return { kind: "paragraph", keepsLines: areLinesMeant(block, piece.text), piece };
  });
}

/** Returns whether line breaks are intentional. In pages and plain text they may be arbitrary. */
function areLinesMeant({ source, page }: OutlineBlock, text: string): boolean {
  if (source === "inferred" || page !== undefined) return false;
  return text.split("\n").some((line, at, all) => at + 1 < all.length && line.length < WRAPPED);
}

/** Returns a heading. One without a known level counts as a heading within the text. */
function headingOf(piece: Piece, level = 2): Part {
  const marker = MARKER.exec(piece.text)?.[0] ?? "";
  const { start, text } = piece;
  return {
    kind: "heading",
    level,
    marker: marker === "" ? null : { start, text: marker },
    piece: { start: start + marker.length, text: text.slice(marker.length) },
  };
}

function cellsOf(text: string, { start, end, cells = [] }: OutlineBlock): Piece[] {
  const places = cells.length === 0 ? [{ start, end }] : cells;
  return places.map((cell) => ({ start: cell.start, text: text.slice(cell.start, cell.end) }));
}

/** Splits a piece, preferably at line breaks. Joined, the parts are its text. */
function cutPieces({ start, text }: Piece): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length;) {
    const end = endOf(text, from);
    pieces.push({ start: start + from, text: text.slice(from, end) });
    from = end;
  }
  return pieces;
}

function endOf(text: string, start: number): number {
  const limit = start + MOST_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  if (line > start) return line + 1;
  // Never within a surrogate pair.
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
