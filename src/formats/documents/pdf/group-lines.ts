import { endsClause, startsLower } from "../../../text/document/line-ends.ts";
import { BULLET } from "../../../text/document/list-marker.ts";
import { halfPoints, sizeOf, type Styles } from "./fonts.ts";
import {
  distance,
  isCentered,
  leadings,
  leftOf,
  LEVEL,
  pageOf,
  rightEdges,
  rightOf,
  textOf,
} from "./line-geometry.ts";
import type { Unit } from "./page-units.ts";

/** Lines that belong together, or a row of a table. */
export interface Group {
  units: Unit[];
  /** The first unit of its last line. */
  start: Unit;
  page: number;
  /** The distance from the line above to its first line, in points; infinite at the top of a column. */
  above: number;
  /** The distance from its last line to the line below; infinite at the bottom of a column. */
  below: number;
}

export const NUMBER =
  /^(?:\(?(?:\d{1,2}|[a-z]|[ivx]{2,4})[.)](?:\d{1,2}[.)]?){0,3}|\d{1,2}(?:\.\d{1,2}){1,3})(?=\s)/u;

/** Lines of one paragraph are at most this much further apart than usual. */
const LOOSE = 1.15;
/** The default line distance, relative to the font size, if the document does not show one. */
const USUAL = 1.2;
/** Lines of a heading are closer. */
const HEADING_LEADING = 1.45;
const SAME_SIZE = 1.06;
/** A line that takes this share of its column is not a short line. */
const LONG = 0.7;
/** The most footnotes at the bottom of a page after an unfinished paragraph. */
const MAX_NOTES = 12;
/** Text further right than this on a line, relative to the font size, is separate. */
const WIDE = 1.5;
/** Superscripts and subscripts are shifted by at most this much, relative to the size of the other letters. */
const RAISED = 0.55;
/** The indentation of a paragraph's first line, relative to the font size. */
const INDENT = 0.8;
const MAX_INDENT = 6;

/** Groups the lines of all pages, which must be in reading order. */
export class Grouping {
  readonly groups: Group[] = [];
  readonly #styles: Styles;
  /** The usual distance of lines by their font size, relative to that size. */
  readonly #leading: ReadonlyMap<number, number>;
  #rights = new Map<Unit, number>();
  /** The group that may continue: the last one, except for small print. */
  #open: Group | undefined;

  constructor(pages: readonly (readonly Unit[])[], styles: Styles, skipped: ReadonlySet<Unit>) {
    this.#styles = styles;
    this.#leading = leadings(pages);
    for (const units of pages) {
      this.#rights = rightEdges(units);
      let between = 0;
      let before: Unit | null = null;
      for (const unit of units) {
        if (skipped.has(unit)) {
          between += 1;
          continue;
        }
        this.#add(unit, before, between);
        before = unit;
        between = 0;
      }
    }
  }

  #add(unit: Unit, before: Unit | null, between: number): void {
    const drop = before === null ? Infinity : distance(before, unit);
    const last = this.groups.at(-1);
    const open = before === null ? this.#unfinished(unit) : this.#open;
    const place = open === undefined ? "new" : this.#placeOf(open, unit, drop, between);
    if (open !== undefined && place !== "new") {
      open.units.push(unit);
      if (place === "line") open.start = unit;
      this.#open = open;
      return;
    }
    if (last !== undefined) last.below = drop;
    const page = pageOf(unit);
    this.#open = { units: [unit], start: unit, page, above: drop, below: Infinity };
    this.groups.push(this.#open);
  }

  /** Returns the lowest text of the page before if it may continue. Footnotes and boxes next to it do not. */
  #unfinished(unit: Unit): Group | undefined {
    const last = this.groups.at(-1);
    const size = sizeOf(unit.line);
    const candidates = this.groups.slice(-MAX_NOTES).filter(({ units: [first], page }) => {
      const isSmall = first !== undefined && sizeOf(first.line) * SAME_SIZE < size;
      return page === last?.page && !isSmall;
    });
    const low = ({ units }: Group) => units.at(-1)?.line.y ?? Infinity;
    return candidates.length === 0
      ? last
      : candidates.reduce((lowest, group) => (low(group) <= low(lowest) ? group : lowest));
  }

  /** Returns whether a unit continues the last line of a group, is another line of it, or begins a new group. */
  #placeOf(open: Group, unit: Unit, drop: number, between: number): "beside" | "line" | "new" {
    const before = open.units.at(-1);
    if (before === undefined || unit.cells !== null || before.cells !== null) return "new";
    if (!before.line.isUpright || !unit.line.isUpright) return "new";
    if (isBeside(before, unit)) return "beside";
    const isBelow = drop > LEVEL * sizeOf(unit.line) && drop !== Infinity;
    const goesOn = isBelow
      ? this.#goesOnBelow(open, unit, drop, between)
      : Math.abs(drop) > LEVEL * sizeOf(unit.line) && this.#goesOnElsewhere(open, before, unit);
    return goesOn ? "line" : "new";
  }

  #goesOnBelow(open: Group, unit: Unit, drop: number, between: number): boolean {
    const { start, units } = open;
    const before = units.at(-1) ?? start;
    if (!areOneSize(start, unit)) return false;
    const text = textOf(unit);
    if (BULLET.test(text)) return false;
    const size = sizeOf(start.line);
    const styles = this.#styles;
    if (styles.isLarge(start.line)) return drop <= HEADING_LEADING * size;
    const isFull = this.#isFull(before, unit);
    if (NUMBER.test(text) && (!isFull || isNextItem(open, unit))) return false;
    if (drop > this.#leadingOf(size) * size * LOOSE * (1 + between)) return false;
    const isMono = styles.isMono(unit.line);
    if (isMono && styles.isMono(before.line)) return true;
    if (isMono !== styles.isMono(before.line) && (!isFull || endsClause(textOf(before))))
      return false;
    if (!this.#isOneParagraph(open, before, unit)) return false;
    return this.#isOneStyle(before, unit) || isIndentedBelow(open, unit);
  }

  #leadingOf(size: number): number {
    return this.#leading.get(halfPoints(size)) ?? this.#leading.get(this.#styles.bodySize) ?? USUAL;
  }

  /** Returns whether a bold line and a regular one, in either order, are one paragraph. */
  #isOneStyle(before: Unit, unit: Unit): boolean {
    const [was, is] = [this.#styles.isBold(before.line), this.#styles.isBold(unit.line)];
    if (was === is) return true;
    if (!this.#isFull(before, unit)) return false;
    return is || this.#styles.startsBold(unit.line) || startsLower(textOf(unit));
  }

  #isOneParagraph(open: Group, before: Unit, unit: Unit): boolean {
    const isFull = this.#isFull(before, unit);
    const ends = endsClause(textOf(before));
    const goesOn = isFull || (!ends && this.#isLong(open, before));
    if (!goesOn && (ends || !startsLower(textOf(unit)))) return false;
    const size = sizeOf(unit.line);
    const shift = (leftOf(unit) - leftOf(open.start)) / size;
    const [first] = open.units;
    if (first !== undefined && isListed(textOf(first))) {
      // Text to the left of an item is not part of it.
      return (
        leftOf(unit) > leftOf(first) - LEVEL * size && (shift < INDENT || open.start === first)
      );
    }
    if (Math.abs(shift) <= INDENT) return true;
    if (isCentered(open.start, unit)) return true;
    if (shift < 0) return open.start === first && shift > -MAX_INDENT;
    return !ends && isFull && shift < MAX_INDENT;
  }

  /** Returns whether a paragraph continues at the top of the next column or page. */
  #goesOnElsewhere(open: Group, before: Unit, unit: Unit): boolean {
    const styles = this.#styles;
    if (!areOneSize(before, unit) || isListed(textOf(unit))) return false;
    if (styles.isLarge(unit.line) || styles.isBold(before.line) || styles.isBold(unit.line))
      return false;
    if (styles.isMono(unit.line) || endsClause(textOf(before))) return false;
    if (pageOf(unit) === pageOf(before) && leftOf(unit) < rightOf(before)) return false;
    const isText = textOf(before).includes(" ") && textOf(unit).includes(" ");
    const isLower = startsLower(textOf(unit));
    return isText && (isLower || (open.units.length > 1 && this.#isFull(before, unit)));
  }

  /** Returns whether a line takes most of its column. */
  #isLong({ start }: Group, before: Unit): boolean {
    const edge = this.#rights.get(before) ?? rightOf(before);
    return rightOf(before) - leftOf(start) > LONG * (edge - leftOf(start));
  }

  /** Returns whether the first word of a line did not fit at the end of the line before. */
  #isFull(before: Unit, unit: Unit): boolean {
    const text = textOf(unit);
    const word = text.split(/\s/, 1).join("");
    const perChar = (rightOf(unit) - leftOf(unit)) / text.length;
    const edge = this.#rights.get(before) ?? rightOf(before);
    return rightOf(before) + (word.length + 1) * perChar > edge;
  }
}

export const isListed = (text: string) => BULLET.test(text) || NUMBER.test(text);

/** Returns whether the number of a line follows that of the item above it, at the same indentation. */
function isNextItem({ units: [first] }: Group, unit: Unit): boolean {
  if (first === undefined || !NUMBER.test(textOf(first))) return false;
  return Math.abs(leftOf(first) - leftOf(unit)) < 0.5 * unit.line.size;
}

function areOneSize(one: Unit, other: Unit): boolean {
  const sizes = [sizeOf(one.line), sizeOf(other.line)];
  return Math.max(...sizes) <= SAME_SIZE * Math.min(...sizes);
}

/** Returns whether a unit continues the line of another one: raised letters and the text after them. */
function isBeside(before: Unit, unit: Unit): boolean {
  const size = Math.max(before.line.size, unit.line.size);
  if (pageOf(before) !== pageOf(unit) || Math.abs(before.line.y - unit.line.y) > RAISED * size)
    return false;
  const gap = leftOf(unit) - rightOf(before);
  return gap > -LEVEL * size && gap < WIDE * size;
}

/** Returns whether a line aligns with the text of an item, whose first words are often bold. */
function isIndentedBelow({ units: [first] }: Group, unit: Unit): boolean {
  if (first === undefined || !isListed(textOf(first))) return false;
  return leftOf(unit) > leftOf(first) + 0.5 * unit.line.size;
}
