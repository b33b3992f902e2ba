import type { TextCollector } from "../text-collector.ts";
import { classifyGroups, type Draft } from "./classify-groups.ts";
import { findFurniture, type PlacedPage } from "./find-furniture.ts";
import { halfPoints, mostOf, Styles, type Fonts } from "./fonts.ts";
import { Grouping } from "./group-lines.ts";
import { textOf } from "./line-geometry.ts";
import { PageLines } from "./page-lines.ts";
import { pageUnits, type Unit } from "./page-units.ts";
import { isUpright, type Piece } from "./piece.ts";
import { BlockWriter } from "./write-blocks.ts";

/** A page as it was read: its pieces, or its text alone where there are too many. */
export interface ReadPage extends PlacedPage {
  drawn: string | null;
}

/** A line that comes so often, with so many words, is no part of the report wherever it stands. */
const REPEATS = 3;
const MIN_WORDS = 4;
const MIN_CHARS = 20;

/** Writes the text of all pages, block by block; what belongs to a page stands behind its last block. */
export function outlinePages(
  pages: readonly ReadPage[],
  fonts: Fonts,
  collector: TextCollector,
): BlockWriter {
  const set = findFurniture(pages, bodySizeOf(pages));
  const bodies: Unit[][] = [];
  const furniture: Unit[][] = [];
  for (const [at, { pieces }] of pages.entries()) {
    bodies.push(pageUnits(linesOf(pieces, (piece) => !set.has(piece)), at + 1));
    furniture.push(set.size === 0 ? [] : furnitureUnits(pieces, set, at + 1));
  }
  const styles = new Styles(
    bodies.flatMap((units) => units.map(({ line }) => line)),
    fonts,
  );
  const repeated = findRepeatedLines(bodies, styles);
  for (const unit of repeated) furniture[(unit.parts[0]?.page ?? 1) - 1]?.push(unit);
  const drafts = classifyGroups(new Grouping(bodies, styles, repeated).groups, styles);
  const writer = new BlockWriter(collector, pages);
  let next = 0;
  for (const [at, { drawn }] of pages.entries()) {
    if (drawn !== null) writer.addDrawn(drawn, at + 1);
    for (let draft = drafts[next]; draft?.page === at + 1; draft = drafts[next]) {
      writer.add(draft);
      next += 1;
    }
    for (const unit of furniture[at] ?? []) writer.add(furnitureOf(unit, at + 1));
  }
  return writer;
}

const furnitureOf = (unit: Unit, page: number): Draft => ({ kind: "furniture", units: [unit], page });

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

/** The lines of some pieces of a page; what the others parted goes on. */
function linesOf(pieces: readonly Piece[], isTaken: (piece: Piece) => boolean): PageLines {
  const lines = new PageLines();
  for (const piece of pieces) {
    if (isTaken(piece)) lines.add(piece);
    else lines.skip();
  }
  return lines;
}

function furnitureUnits(pieces: readonly Piece[], set: ReadonlySet<Piece>, page: number): Unit[] {
  const { lines } = linesOf(pieces, (piece) => set.has(piece));
  return lines.map((line) => ({
    line,
    parts: line.fragments.map((fragment) => ({ fragment, after: " ", page })),
    cells: null,
  }));
}

/** Whole lines of running text that come again and again, such as a license line between sentences. */
function findRepeatedLines(pages: readonly (readonly Unit[])[], styles: Styles): Set<Unit> {
  const byText = new Map<string, Unit[]>();
  for (const unit of pages.flat()) {
    const { line, cells, parts } = unit;
    if (cells !== null || parts.length > 1 || styles.isLarge(line) || styles.isMono(line)) continue;
    const text = textOf(unit);
    if (text.length < MIN_CHARS || text.split(/\s+/).length < MIN_WORDS) continue;
    const units = byText.get(text);
    if (units === undefined) byText.set(text, [unit]);
    else units.push(unit);
  }
  return new Set([...byText.values()].filter((units) => units.length >= REPEATS).flat());
}
