import { BULLET } from "../../../text/document/list-marker.ts";
import { boxOf, isPlain, isUpright, type Box, type Piece } from "./piece.ts";

/** A piece of a line with wide gaps around it: a whole line, or a table's cell in it. */
export interface Fragment extends Box {
  text: string;
}

/** Letters of one font and size that follow each other on a line. */
export interface Run {
  font: string;
  size: number;
  chars: number;
}

/** What stands on one base line and was drawn one after the other. */
export interface PageLine {
  fragments: Fragment[];
  /** What stands between a fragment and the next one, and behind the last, where it is no table. */
  between: string[];
  y: number;
  /** Of its letters. */
  size: number;
  /** Runs from left to right, unrotated: only such lines can be cells. */
  isPlain: boolean;
  isUpright: boolean;
  runs: Run[];
}

/** A gap this wide, in sizes of letters, parts fragments; between words are about 0.3. */
const WIDE = 0.7;
/** A gap this wide is a blank. */
const BLANK = 0.15;
/** Base lines closer than this, in sizes of letters, are one. */
const SAME_LINE = 0.3;
/** The number before an item of a list is no cell, nor is its bullet. */
const NUMBER = /^(?:\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)]?|\(?[a-z][.)]|\[\d{1,3}\])$/iu;
const MARKER_GAP = 4;
/** The widest blank of a justified line by its narrowest, at most. */
const EVEN = 1.15;
const WORD = /^[#"'“(]?[\p{L}'’-]+[.,;:!?"'”)]{0,2}$/u;

/** Whether a fragment is the bullet or the number of what stands beside it. */
export const isMarker = ({ text }: Fragment) => {
  const mark = text.trim();
  return NUMBER.test(mark) || `${mark} `.replace(BULLET, "") === "";
};

/** A line's fragments; one where it is justified text, whose words stand apart by equal blanks. */
export function partsOf({ fragments }: PageLine): readonly Fragment[] {
  const [first] = fragments;
  const last = fragments.at(-1);
  if (first === undefined || last === undefined || fragments.length < 3) return fragments;
  const words = fragments.filter(({ text }) => WORD.test(text.trim()));
  if (words.length < 0.75 * fragments.length) return fragments;
  const gaps = fragments.slice(1).map(({ left }, at) => left - (fragments[at]?.right ?? 0));
  const isEven = Math.max(...gaps) <= EVEN * Math.min(...gaps);
  return isEven ? [{ ...first, right: last.right }] : fragments;
}

/** The lines of a page in the order in which they were drawn; all text of the pieces is in them. */
export class PageLines {
  readonly lines: PageLine[] = [];
  /** What stands before the first line. */
  lead = "";
  #before: Piece | null = null;
  #last: Piece | null = null;
  /** The piece behind which text was taken out. */
  #gap: Piece | null = null;

  add(piece: Piece): void {
    const isBlank = piece.str.trim() === "";
    if (this.#gap !== null) {
      if (isBlank) return;
      this.#addBlank(blankBetween(this.#gap, piece));
      this.#gap = null;
    } else if (this.#before !== null && jumpsBack(this.#before, piece)) {
      this.#addBlank("\n");
    }
    if (isBlank) this.#addBlank(piece.str);
    else this.#addText(piece);
    if (piece.endsLine) this.#addBlank("\n");
    if (!isBlank) this.#last = piece;
    this.#before = piece.endsLine || piece.str === "" ? null : piece;
  }

  /** Takes note of text that is left out here, so that what it parted becomes one line again. */
  skip(): void {
    if (this.#last === null || this.#gap !== null) return;
    this.#gap = this.#last;
    const line = this.lines.at(-1);
    if (line !== undefined) line.between[line.between.length - 1] = "";
  }

  /** All text, as it was drawn. */
  drawn(): string {
    const text = ({ fragments, between }: PageLine) =>
      fragments.map((fragment, at) => fragment.text + (between[at] ?? "")).join("");
    return this.lead + this.lines.map(text).join("");
  }

  /** Lines for what comes after these on the same page. */
  next(): PageLines {
    const lines = new PageLines();
    lines.#before = this.#before;
    return lines;
  }

  #addBlank(blank: string): void {
    const line = this.lines.at(-1);
    if (line === undefined) this.lead += blank;
    else line.between[line.between.length - 1] += blank;
  }

  #addText(piece: Piece): void {
    const fragment = { text: piece.str, ...boxOf(piece) };
    const line = this.lines.at(-1);
    const last = line?.fragments.at(-1);
    const blank = line?.between.at(-1) ?? "\n";
    if (line === undefined || last === undefined || !goesOn(line, piece, blank)) {
      this.lines.push(lineOf(piece, fragment));
      return;
    }
    addRun(line, piece);
    const gap = (fragment.left - last.right) / line.size;
    const belongs = line.fragments.length === 1 && gap < MARKER_GAP && isMarker(last);
    if (gap < WIDE || belongs || !line.isPlain) {
      last.text += blank + fragment.text;
      last.left = Math.min(last.left, fragment.left);
      last.right = Math.max(last.right, fragment.right);
      last.bottom = Math.min(last.bottom, fragment.bottom);
      last.top = Math.max(last.top, fragment.top);
      line.between[line.between.length - 1] = "";
      return;
    }
    line.fragments.push(fragment);
    line.between.push("");
  }
}

function lineOf(piece: Piece, fragment: Fragment): PageLine {
  const { font, size, y, str } = piece;
  return {
    fragments: [fragment],
    between: [""],
    y,
    size,
    isPlain: isPlain(piece),
    isUpright: isUpright(piece),
    runs: [{ font, size, chars: str.trim().length }],
  };
}

function addRun({ runs }: PageLine, { font, size, str }: Piece): void {
  const last = runs.at(-1);
  const chars = str.trim().length;
  if (last?.font === font && last.size === size) last.chars += chars;
  else runs.push({ font, size, chars });
}

function goesOn(line: PageLine, piece: Piece, blank: string): boolean {
  if (blank.includes("\n") || line.isPlain !== isPlain(piece)) return false;
  return !line.isPlain || Math.abs(piece.y - line.y) <= SAME_LINE * line.size;
}

/** What stands between two pieces with nothing between them any more. */
function blankBetween(before: Piece, after: Piece): string {
  if (!isPlain(before) || !isPlain(after)) return "\n";
  const gap = boxOf(after).left - boxOf(before).right;
  const isOneLine = Math.abs(before.y - after.y) <= SAME_LINE * before.size;
  if (!isOneLine || gap < -SAME_LINE * before.size) return "\n";
  return gap > BLANK * before.size ? " " : "";
}

/**
 * The library reports no line end where a header is followed by another one slightly lower and
 * further left, which would glue their words; text from right to left does move left.
 */
function jumpsBack(before: Piece, after: Piece): boolean {
  if (!before.isLtr || !after.isLtr || after.str === "") return false;
  return isUpright(before) && after.x < before.x;
}
