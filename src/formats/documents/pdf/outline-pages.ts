import type { TextCollector } from "../text-collector.ts";
import { classifyGroups, mayBeHeading, type Draft } from "./classify-groups.ts";
import { findFurniture, type PlacedPage } from "./find-furniture.ts";
import { halfPoints, mostOf, sizeOf, Styles } from "./fonts.ts";
import { Grouping, isListed } from "./group-lines.ts";
import { startsLower } from "../../../text/document/line-ends.ts";
import { mayHoldValue } from "./may-hold-value.ts";
import { joinHyphens } from "./join-hyphens.ts";
import { pageOf, textOf } from "./line-geometry.ts";
import { PageLines } from "./page-lines.ts";
import { pageUnits, type Unit } from "./page-units.ts";
import { isUpright, type Piece } from "./piece.ts";
import { BlockWriter } from "./write-blocks.ts";

/** The content of a page: its pieces, or only its text if there are too many. */
export interface ReadPage extends PlacedPage {
  drawn: string | null;
}

/** A line with at least this many words that occurs at least this often is not part of the report. */
const REPEATS = 3;
const MIN_WORDS = 4;
const MIN_CHARS = 20;

/** Bold lines smaller than this, relative to the text size, are not headings. */
const SMALL = 0.9;
/** With this many heading sizes, bold headings are not searched: font names take a tenth of the extraction time. */
const ENOUGH_SIZES = 5;
/** The most pages to read font names from. Another page costs as much as this many pieces of text. */
const MAX_PAGES = 6;
const MAX_COST = 300;

/** The lines and rows of a document's pages, without page furniture. */
export class PageOutline {
  readonly #pages: readonly ReadPage[];
  readonly #bodies: Unit[][] = [];
  readonly #furniture: Unit[][] = [];
  readonly #styles: Styles;

  constructor(pages: readonly ReadPage[], mono: ReadonlySet<string>) {
    this.#pages = pages;
    const set = findFurniture(pages, bodySizeOf(pages));
    for (const [at, { pieces }] of pages.entries()) {
      const body = linesOf(pieces, (piece) => !set.has(piece));
      this.#bodies.push(pageUnits(body, at + 1));
      this.#furniture.push(set.size === 0 ? [] : furnitureUnits(pieces, set, at + 1));
    }
    const lines = this.#bodies.flatMap((units) => units.map(({ line }) => line));
    this.#styles = new Styles(lines, mono);
  }

  /** Returns the fonts whose names `write` needs because their lines may be headings, by a page that has each. */
  fontsInQuestion(): Map<number, string[]> {
    const fonts = new Set<string>();
    const sizes = new Set<number>();
    for (const unit of this.#bodies.flat()) {
      const { line, cells } = unit;
      if (cells !== null || line.size < SMALL * this.#styles.bodySize) continue;
      if (this.#styles.isLarge(line) && mayBeHeading(textOf(unit))) sizes.add(sizeOf(line));
      if (this.#styles.isLarge(line) || this.#styles.isMono(line)) continue;
      const font = this.#styles.ownFont(line);
      if (font !== null && !fonts.has(font) && mayBeHeading(textOf(unit))) fonts.add(font);
    }
    if (sizes.size >= ENOUGH_SIZES) return new Map();
    const pages = this.#pages.map(
      ({ pieces }) => new Set(pieces.map(({ font }) => font).filter((font) => fonts.has(font))),
    );
    return coverWith(pages, fonts, (at) => this.#pages[at]?.pieces.length ?? 0);
  }

  /** Writes the text block by block. The furniture of a page follows its last block. */
  write(collector: TextCollector, fontNames: ReadonlyMap<string, string>): BlockWriter {
    this.#styles.names = fontNames;
    const repeated = findRepeatedLines(this.#bodies, this.#styles);
    for (const unit of repeated) this.#furniture[pageOf(unit) - 1]?.push(unit);
    const { groups } = new Grouping(this.#bodies, this.#styles, repeated);
    const drafts = classifyGroups(groups, this.#styles);
    joinHyphens(drafts);
    const writer = new BlockWriter(collector, this.#pages);
    let next = 0;
    for (const [at, { drawn }] of this.#pages.entries()) {
      if (drawn !== null) writer.addDrawn(drawn, at + 1);
      for (let draft = drafts[next]; draft?.page === at + 1; draft = drafts[next]) {
        writer.add(draft);
        next += 1;
      }
      for (const unit of this.#furniture[at] ?? []) writer.add(furnitureOf(unit, at + 1));
    }
    return writer;
  }
}

/** Returns a small, cheap selection of sets that covers all values, each with the values not covered before it. */
function coverWith(
  sets: readonly Set<string>[],
  values: ReadonlySet<string>,
  costOf: (at: number) => number,
): Map<number, string[]> {
  const cover = new Map<number, string[]>();
  const missing = new Set(values);
  while (missing.size > 0) {
    const gains = sets.map((set, at): [number, number] => {
      return [at + 1, set.intersection(missing).size - costOf(at) / MAX_COST];
    });
    const best = mostOf(new Map(gains)) ?? 0;
    const found = [...(sets[best - 1] ?? [])].filter((value) => missing.delete(value));
    if (found.length === 0 || cover.size >= MAX_PAGES) break;
    cover.set(best, found);
  }
  return cover;
}

const furnitureOf = (unit: Unit, page: number): Draft => ({
  kind: "furniture",
  units: [unit],
  page,
});

function bodySizeOf(pages: readonly ReadPage[]): number {
  const sizes = new Map<number, number>();
  for (const { pieces } of pages) {
    for (const piece of pieces) {
      if (!isUpright(piece)) continue;
      const size = halfPoints(piece.size);
      sizes.set(size, (sizes.get(size) ?? 0) + piece.str.trim().length);
    }
  }
  return mostOf(sizes) ?? 10;
}

/** Returns the lines of selected pieces of a page. A line continues across excluded pieces. */
function linesOf(pieces: readonly Piece[], isTaken: (piece: Piece) => boolean): PageLines {
  const lines = new PageLines();
  for (const piece of pieces) {
    if (isTaken(piece)) lines.add(piece);
    else lines.skip();
  }
  return lines;
}

function furnitureUnits(pieces: readonly Piece[], set: ReadonlySet<Piece>, page: number): Unit[] {
  const lines = new PageLines();
  for (const piece of pieces) {
    // Rotated tiles are separate lines, whatever their order.
    if (!set.has(piece) || !isUpright(piece)) lines.skip();
    if (set.has(piece)) lines.add(piece);
  }
  return lines.lines.map((line) => ({
    line,
    parts: line.fragments.map((fragment) => ({ fragment, after: " ", page })),
    cells: null,
  }));
}

/** Returns whole lines of running text that repeat often, such as a license line between sentences. */
function findRepeatedLines(pages: readonly (readonly Unit[])[], styles: Styles): Set<Unit> {
  const byText = new Map<string, Unit[]>();
  for (const unit of pages.flat()) {
    const { line, cells, parts } = unit;
    if (cells !== null || parts.length > 1 || styles.isLarge(line) || styles.isBold(line)) continue;
    if (styles.isMono(line)) continue;
    const text = textOf(unit);
    // `outlineText` sees the context and decides which repetitions belong to the report.
    if (isListed(text) || mayHoldValue(text) || startsLower(text)) continue;
    if (text.length < MIN_CHARS || text.endsWith(":") || text.split(/\s+/).length < MIN_WORDS)
      continue;
    const units = byText.get(text);
    if (units === undefined) byText.set(text, [unit]);
    else units.push(unit);
  }
  return new Set([...byText.values()].filter((units) => units.length >= REPEATS).flat());
}
