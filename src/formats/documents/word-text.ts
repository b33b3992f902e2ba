import type { XmlListener } from "./xml-reader.ts";
import type { TextCollector } from "./text-collector.ts";

/** Elements whose content is no text of the document, by local name (ECMA-376 part 1, 17). */
const SKIPPED: ReadonlySet<string> = new Set([
  // Properties: the w:tab in w:pPr/w:tabs is a tab stop, not a tab.
  "pPr",
  "rPr",
  "tblPr",
  "trPr",
  "tcPr",
  "sectPr",
  // Tracked changes: what was deleted, and the place where moved text used to be.
  "del",
  "moveFrom",
]);

/** Empty elements that stand for a character. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
  ["noBreakHyphen", "-"],
]);

/**
 * Turns the elements of a WordprocessingML part into text: a line per paragraph and per table row,
 * a tab between cells, text boxes once (the first mc:Choice, no mc:Fallback).
 */
export class WordText implements XmlListener {
  readonly #collector: TextCollector;
  #skipped = 0;
  #inText = 0;
  #cells = 0;
  /** Cells begun in each open row; nested tables open rows in rows. */
  readonly #rows: number[] = [];
  /** Whether an alternative was taken, for each open mc:AlternateContent. */
  readonly #alternatives: boolean[] = [];
  /** A paragraph ended inside a cell: a line break only if the cell goes on. */
  #cellBreak = false;
  #atLineStart = true;

  constructor(collector: TextCollector) {
    this.#collector = collector;
  }

  open(name: string): void {
    if (this.#skipped > 0 || SKIPPED.has(name) || this.#isOtherAlternative(name)) {
      this.#skipped += 1;
      return;
    }
    const character = CHARACTERS.get(name);
    if (character !== undefined) this.#write(character);
    else if (name === "t") this.#inText += 1;
    else if (name === "tr") this.#rows.push(0);
    else if (name === "tc") this.#openCell();
    else if (name === "AlternateContent") this.#alternatives.push(false);
    else if (name === "txbxContent" && !this.#atLineStart) this.#write("\n");
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (name === "t") this.#inText -= 1;
    else if (name === "p") this.#closeParagraph();
    else if (name === "tc") this.#cells -= 1;
    else if (name === "tr") this.#closeRow();
    else if (name === "AlternateContent") this.#alternatives.pop();
  }

  text(text: string): void {
    if (this.#inText > 0 && this.#skipped === 0) this.#write(text);
  }

  #isOtherAlternative(name: string): boolean {
    const open = this.#alternatives.length - 1;
    if (open < 0 || (name !== "Choice" && name !== "Fallback")) return false;
    if (this.#alternatives[open] === true) return true;
    this.#alternatives[open] = true;
    return false;
  }

  #openCell(): void {
    this.#cells += 1;
    const row = this.#rows.length - 1;
    const before = this.#rows[row] ?? 0;
    if (row >= 0) this.#rows[row] = before + 1;
    if (before === 0) return;
    this.#cellBreak = false;
    this.#write("\t");
  }

  #closeParagraph(): void {
    if (this.#cells > 0) this.#cellBreak = true;
    else this.#write("\n");
  }

  #closeRow(): void {
    this.#rows.pop();
    this.#cellBreak = false;
    this.#write("\n");
  }

  #write(piece: string): void {
    if (piece === "") return;
    const text = this.#cellBreak && !this.#atLineStart ? `\n${piece}` : piece;
    this.#cellBreak = false;
    this.#atLineStart = text.endsWith("\n");
    this.#collector.add(text);
  }
}
