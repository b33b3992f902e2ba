import { BULLET } from "../../../text/document/list-marker.ts";
import { boxOf, isPlain, isUpright, type Box, type Piece } from "./piece.ts";

/** A piece of a line with wide gaps around it: a whole line, or a table cell. */
export interface Fragment extends Box {
  text: string;
}

/** Consecutive letters of one font and size on a line. */
export interface Run {
  font: string;
  size: number;
  chars: number;
}

/** Text on one baseline that was drawn in sequence. */
export interface PageLine {
  fragments: Fragment[];
  /** The separators after each fragment, if the line is not in a table. */
  between: string[];
  y: number;
  /** The font size. */
  size: number;
  /** Whether it runs left to right, unrotated. Only such lines can be cells. */
  isPlain: boolean;
  isUpright: boolean;
  runs: Run[];
}

/** A gap this wide separates fragments, relative to the font size. Gaps between words are about 0.3. */
const WIDE = 0.7;
/** A gap this wide is a space. */
const BLANK = 0.15;
/** Baselines closer than this, relative to the font size, are the same. */
const SAME_LINE = 0.3;
/** The number or bullet of a list item is not a cell. */
const NUMBER = /^(?:\(?\d{1,3}(?:\.\d{1,3}){0,3}[.)]?|\(?[a-z][.)]|\[\d{1,3}\])$/iu;
const MARKER_GAP = 4;
/** The highest ratio of the widest to the narrowest space in a justified line. */
const EVEN = 1.15;
const WORD = /^[#"'“(]?[\p{L}'’-]+[.,;:!?"'”)]{0,2}$/u;

/** Returns whether a fragment is the bullet or number of the text next to it. */
export const isMarker = ({ text }: Fragment) => {
  const mark = text.trim();
  return NUMBER.test(mark) || `${mark} `.replace(BULLET, "") === "";
};

/** Returns the fragments of a line; a single one for justified text, whose words have equal spaces. */
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

/** The lines of a page in drawing order. They include all text of the pieces. */
export class PageLines {
  readonly lines: PageLine[] = [];
  /** The text before the first line. */
  lead = "";
  #before: Piece | null = null;
  #last: Piece | null = null;
  /** The piece after which text was removed. */
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

  /** Records that text was excluded here, so that the line around it is joined again. */
  skip(): void {
    if (this.#last === null || this.#gap !== null) return;
    this.#gap = this.#last;
    const line = this.lines.at(-1);
    if (line !== undefined) line.between[line.between.length - 1] = "";
  }

  /** Returns all text as drawn. */
  drawn(): string {
    const text = ({ fragments, between }: PageLine) =>
      fragments.map((fragment, at) => fragment.text + (between[at] ?? "")).join("");
    return this.lead + this.lines.map(text).join("");
  }

  /** Returns lines for the rest of the same page. */
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

/** Returns the separator between two pieces after the text between them was removed. */
function blankBetween(before: Piece, after: Piece): string {
  if (!isPlain(before) || !isPlain(after)) return "\n";
  const gap = boxOf(after).left - boxOf(before).right;
  const isOneLine = Math.abs(before.y - after.y) <= SAME_LINE * before.size;
  if (!isOneLine || gap < -SAME_LINE * before.size) return "\n";
  return gap > BLANK * before.size ? " " : "";
}

/**
 * Returns whether a piece begins further left than the one before. The library reports no line end between two
 * headers if the second is slightly lower and further left, which would join their words. Right-to-left text
 * does move left.
 */
function jumpsBack(before: Piece, after: Piece): boolean {
  if (!before.isLtr || !after.isLtr || after.str === "") return false;
  return isUpright(before) && after.x < before.x;
}
