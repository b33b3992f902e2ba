import type { Block, Span } from "../../text/document/document.ts";
import { readsAsSentence } from "../../text/document/reads-as-sentence.ts";
import type { TextCollector } from "./text-collector.ts";
import type { WordParagraph } from "./word-paragraph.ts";
import type { ParagraphKind, WordStyles } from "./word-styles.ts";

interface OpenTable {
  rows: number;
  /** The first row, if it is one cell with one block: its index, and the block. */
  lone: { at: number; block: Block } | null;
}

interface OpenRow {
  /** The index of its first block. */
  from: number;
  cells: Span[];
  /** The number of blocks in its cells. */
  held: number;
  /** The number of cells opened, without spanned columns. */
  opened: number;
  isLayout: boolean;
}

interface OpenCell {
  row: OpenRow | null;
  from: number;
  span: number;
}

/** The most columns that Word allows, and the most empty cells added to one document. */
const MAX_SPAN = 63;
const MAX_EMPTY_CELLS = 50_000;

/**
 * Writes paragraphs and tables as text, a line per paragraph and table row, a tab between cells. Records their
 * blocks.
 */
export class WordBlocks {
  readonly blocks: Block[] = [];
  readonly #collector: TextCollector;
  readonly #styles: WordStyles;
  readonly #tables: OpenTable[] = [];
  readonly #rows: OpenRow[] = [];
  readonly #cells: OpenCell[] = [];
  /** Whether a paragraph ended inside a cell. It becomes a line break only if the cell continues. */
  #cellBreak = false;
  #atLineStart = true;
  #emptyCells = 0;
  /** The block of the last paragraph if it is code, which continues across paragraphs. */
  #code: Block | null = null;

  constructor(collector: TextCollector, styles: WordStyles) {
    this.#collector = collector;
    this.#styles = styles;
  }

  paragraph(paragraph: WordParagraph): void {
    const found = this.#styles.kindOf(paragraph.properties);
    const lines = paragraph.lines();
    const text = lines.map((line) => line.text).join("\n");
    // Emails are pasted with the plain text style too.
    const kind =
      found.kind === "code" && readsAsSentence(text) ? { kind: "paragraph" as const } : found;
    if (kind.kind === "paragraph") {
      for (const [at, line] of lines.entries()) {
        if (at > 0) this.#write("\n");
        this.#writeBlock(line.text, kind, line.begins);
      }
    } else {
      this.#writeBlock(text, kind, kind.kind !== "code" || this.#code === null);
    }
    const last = this.blocks.at(-1);
    if (kind.kind !== "code") this.#code = null;
    else if (text.trim() !== "") this.#code = last ?? null;
    if (this.#cells.length > 0) this.#cellBreak = true;
    else this.#write("\n");
  }

  openTable(): void {
    this.#code = null;
    this.#tables.push({ rows: 0, lone: null });
  }

  closeTable(): void {
    this.#code = null;
    const table = this.#tables.pop();
    if (table?.rows === 1 && table.lone !== null) this.blocks[table.lone.at] = table.lone.block;
  }

  openRow(): void {
    this.#rows.push({ from: this.blocks.length, cells: [], held: 0, opened: 0, isLayout: false });
  }

  closeRow(): void {
    this.#code = null;
    const row = this.#rows.pop();
    const table = this.#tables.at(-1);
    if (row !== undefined && table !== undefined) {
      table.rows += 1;
      this.#collapse(row, table);
    }
    this.#cellBreak = false;
    this.#write("\n");
  }

  openCell(): void {
    this.#code = null;
    const row = this.#rows.at(-1) ?? null;
    const isNested = row !== null && this.#cells.at(-1)?.row === row;
    this.#cells.push({ row: isNested ? null : row, from: this.blocks.length, span: 1 });
    if (row === null) return;
    row.opened += 1;
    if (row.opened === 1) return;
    this.#cellBreak = false;
    this.#write("\t");
  }

  /** Sets how many columns the open cell spans. */
  spanCell(columns: number): void {
    const cell = this.#cells.at(-1);
    if (cell !== undefined) cell.span = Math.min(Math.max(columns, 1), MAX_SPAN);
  }

  closeCell(): void {
    this.#code = null;
    const cell = this.#cells.pop();
    if (cell === undefined || cell.row === null) return;
    const here = this.#collector.length();
    const first = this.blocks[cell.from];
    const last = this.blocks.at(-1);
    const isEmpty = first === undefined || last === undefined;
    const end = isEmpty ? here : last.end;
    cell.row.cells.push({ start: isEmpty ? here : first.start, end });
    // Columns stay aligned if a cell spans several.
    for (let more = 1; more < cell.span && this.#emptyCells < MAX_EMPTY_CELLS; more += 1) {
      cell.row.cells.push({ start: end, end });
      this.#emptyCells += 1;
    }
    cell.row.held += this.blocks.length - cell.from;
    cell.row.isLayout ||= hasStructure(this.blocks, cell.from);
  }

  /** Makes one block of a row, unless it only lays out blocks side by side. */
  #collapse(row: OpenRow, table: OpenTable): void {
    const first = this.blocks[row.from];
    const last = this.blocks.at(-1);
    const count = this.blocks.length - row.from;
    if (first === undefined || last === undefined) return;
    if (row.isLayout || count !== row.held) return;
    if (row.opened === 1 && (count > 1 || first.kind !== "paragraph")) return;
    const { start } = first;
    const { end } = last;
    const clamp = (at: number) => Math.min(Math.max(at, start), end);
    const cells = row.cells.map((cell) => ({ start: clamp(cell.start), end: clamp(cell.end) }));
    if (row.opened === 1 && table.rows === 1) table.lone = { at: row.from, block: first };
    this.blocks.length = row.from;
    this.blocks.push({ start, end, kind: "row", cells, source: "format" });
  }

  /** Writes a part of a paragraph as a new block, or appends it to the last one. */
  #writeBlock(text: string, kind: ParagraphKind, begins: boolean): void {
    this.#write(text);
    if (text.trim() === "") return;
    const after = this.#collector.length();
    const start = after - text.trimStart().length;
    const end = after - (text.length - text.trimEnd().length);
    const last = this.blocks.at(-1);
    if (!begins && last !== undefined) last.end = end;
    else this.blocks.push({ start, end, ...kind, source: "format" });
  }

  #write(piece: string): void {
    if (piece === "") return;
    const text = this.#cellBreak && !this.#atLineStart ? `\n${piece}` : piece;
    this.#cellBreak = false;
    this.#atLineStart = text.endsWith("\n");
    this.#collector.add(text);
  }
}

/** Returns whether the last closed cell contains tables, a list, or headings above other content. */
function hasStructure(blocks: readonly Block[], from: number): boolean {
  let items = 0;
  let headings = 0;
  for (let at = from; at < blocks.length; at += 1) {
    const kind = blocks[at]?.kind;
    if (kind === "row") return true;
    if (kind === "item") items += 1;
    if (kind === "heading") headings += 1;
  }
  return items > 1 || (headings > 0 && blocks.length - from > headings);
}
