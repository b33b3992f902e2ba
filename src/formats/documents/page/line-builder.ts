import { rewriteInSlices } from "../../../platform/lib/text.ts";
import type { Gap, Line } from "./page-outline.ts";
import { newRoot, type Place } from "./place.ts";

const RANKS: readonly Gap[] = ["", "\t", "\n", "\n\n"];
const NOTHING = { chars: 0, linkChars: 0 };

/** The effect of inline elements on text. */
interface Inline {
  isLink: boolean;
  isCode: boolean;
}

/**
 * Builds lines from the blocks of a page, like those of other documents: a line for each paragraph, item and
 * row, a tab between cells, and code line by line.
 */
export class LineBuilder {
  readonly lines: Line[] = [];
  #text = "";
  #chars = 0;
  #linkChars = 0;
  #codeChars = 0;
  #gap: Gap = "";
  #region = 0;
  #place: Place = newRoot();
  /** The number of open cells, whether the row already has text, and whether the cell has none yet. */
  #cells = 0;
  #rowHasText = false;
  #isCellEmpty = false;
  /** Cells without text since the last cell of the row with text. */
  #emptyCells = 0;

  get length(): number {
    return this.lines.length;
  }

  /** Sets the region and place of the text that follows. */
  moveTo(region: number, place: Place): void {
    this.#region = region;
    this.#place = place;
  }

  add(text: string, { isLink, isCode }: Inline): void {
    if (this.#place.kind !== "code" && this.#text === "" && /^\s*$/.test(text)) return;
    this.#text += text;
    if (/^\s*$/.test(text)) return;
    this.#chars += text.length;
    if (isLink) this.#linkChars += text.length;
    if (isCode) this.#codeChars += text.length;
  }

  /** Ends a line within its block. */
  breakLine(): void {
    this.#text += this.#place.kind === "code" ? "\n" : "\u2028";
  }

  /** Begins a block. Returns the character counts of the text before it. */
  openBlock(name: string): typeof NOTHING {
    const counted = this.#flush();
    if (name === "tr") this.#beginRow();
    if (name === "td" || name === "th") {
      this.#cells += 1;
      this.#isCellEmpty = true;
      if (this.#rowHasText) this.#gap = "\t";
      else this.#widen("tr");
    } else this.#widen(name);
    return counted;
  }

  /** Ends a block. Returns its character counts. */
  endBlock(name: string): typeof NOTHING {
    const counted = this.#flush();
    if (name === "td" || name === "th") {
      this.#cells = Math.max(0, this.#cells - 1);
      if (this.#isCellEmpty && this.#rowHasText) this.#emptyCells += 1;
      this.#isCellEmpty = false;
    } else if (name === "tr") {
      this.#rowHasText = this.#cells > 0;
      this.#emptyCells = 0;
      this.#gap = "\n";
    } else this.#widen(name);
    return counted;
  }

  #flush(): typeof NOTHING {
    const place = this.#place;
    const text = tidyText(this.#text, place.kind);
    const counted = { chars: this.#chars, linkChars: this.#linkChars };
    const isCode = this.#codeChars === this.#chars;
    this.#text = "";
    this.#chars = 0;
    this.#linkChars = 0;
    this.#codeChars = 0;
    if (text === "") return NOTHING;
    const isLink = counted.linkChars > 0.8 * counted.chars;
    // Empty cells still take a column.
    const skipped = this.#gap === "\t" ? "\t".repeat(this.#emptyCells) : "";
    const level = place.kind === "heading" ? place.level : 0;
    const line = { gap: this.#gap, region: this.#region, place, level, isLink, isCode };
    this.lines.push({ ...line, isFirst: !place.hasText, text: skipped + text });
    place.hasText = true;
    this.#emptyCells = 0;
    this.#gap = "";
    this.#isCellEmpty = false;
    if (this.#cells > 0) this.#rowHasText = true;
    return counted;
  }

  #beginRow(): void {
    this.#rowHasText = false;
    this.#emptyCells = 0;
  }

  /** Separates blocks; within a cell, only if the cell continues. */
  #widen(name: string): void {
    const isPlain = this.#cells > 0 && /^(?:p|div|span)$/.test(name);
    if (isPlain && this.#isCellEmpty) return;
    const isClose = isPlain || /^(?:li|tr|dd|dt|thead|tbody|tfoot)$/.test(name);
    const gap: Gap = isClose ? "\n" : "\n\n";
    if (RANKS.indexOf(gap) > RANKS.indexOf(this.#gap)) this.#gap = gap;
  }
}

function tidyText(text: string, kind: Place["kind"]): string {
  if (kind === "code") return tidyCode(text);
  // Without any elements, line breaks are the only structure.
  return tidyLine(kind === "plain" ? text.replaceAll("\n", "\u2028") : text);
}

/** Collapses white space as HTML does, and removes characters that only allow a word to wrap. */
function tidyLine(text: string): string {
  if (text === "") return "";
  const tidy = (slice: string) =>
    slice
      .replace(/[\u00AD\u200B\u2060\uFEFF]/g, "")
      .replace(/[^\S\u2028]+/gu, " ")
      .replace(/ ?\u2028 ?/g, "\n");
  return rewriteInSlices(text, tidy, (character) => /\S/.test(character)).trim();
}

/** Preserves the lines and indentation of code. */
function tidyCode(text: string): string {
  const tidy = (slice: string) => slice.replace(/\r\n?/g, "\n").replaceAll("\u00A0", " ");
  return rewriteInSlices(text, tidy, (character) => character === "\n")
    .trimEnd()
    .replace(/^(?:[^\S\n]{0,200}\n)+/, "");
}
