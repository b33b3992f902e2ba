import type { Block, Outline, Span } from "../../text/document/document.ts";
import { spanAt } from "../../text/document/span-at.ts";

/** The table column at an index. */
export interface Column {
  /** The cells of the table's first row, in order. Empty for that row itself. */
  heads: readonly string[];
  /** Index into `heads`. It may be beyond the last. */
  index: number;
  /** The cell at the index, and the first cell of its row, if that is another one. */
  cell: Span;
  first: Span | null;
  /** Whether the format marks it as a table. */
  isOfFormat: boolean;
}

/** A row, the head of its table, and the number of its cells on earlier lines. */
interface Row {
  head: Block;
  before: number;
}

/** A longer line between rows ends the table. A shorter one may belong to a cell. */
const MAX_WRAPPED = 100;
/** A longer row is not a row of headings. */
const MAX_HEAD = 240;

function hasLongLine(text: string, { start, end }: Span): boolean {
  for (let from = start; end - from > MAX_WRAPPED;) {
    const newline = text.indexOf("\n", from);
    if (newline === -1 || newline - from > MAX_WRAPPED) return true;
    from = newline + 1;
  }
  return false;
}

/** Returns whether the cells of a row are column headings. */
type IsHead = (cells: readonly string[]) => boolean;

/** The columns of the tables in an outline. */
export class Columns {
  readonly #outline: Outline;
  /** Rows by the index of their block. */
  readonly #rows = new Map<number, Row>();
  readonly #heads = new Map<Block, readonly string[]>();

  constructor(outline: Outline, isHead: IsHead) {
    this.#outline = outline;
    let head: Block | null = null;
    let before = 0;
    let isWrapped = false;
    let above: Block | null = null;
    for (const [index, block] of outline.blocks.entries()) {
      if (block.kind === "furniture") continue;
      if (block.kind !== "row") {
        isWrapped = true;
        above = block;
        if (block.kind !== "paragraph" || hasLongLine(outline.text, block)) head = null;
        continue;
      }
      const cells = block.cells ?? [];
      const isFirst =
        head === null || (isWrapped && (block.source === "format" || isHead(this.#textsOf(block))));
      if (isFirst) head = this.#lostHead(above, cells.length, isHead) ?? block;
      isWrapped = false;
      const width = head?.cells?.length ?? cells.length;
      // A row that has lost its form continues on the next line.
      const goesOn = block.source === "inferred" && before > 0 && before + cells.length <= width;
      if (!goesOn) before = 0;
      if (head !== null) this.#rows.set(index, { head, before });
      before = head === block ? 0 : before + cells.length - 1;
      above = block;
    }
  }

  /** Returns the column at an index, or null outside tables. */
  at(place: number): Column | null {
    const index = spanAt(this.#outline.blocks, place);
    const row = this.#rows.get(index);
    const block = this.#outline.blocks[index];
    if (row === undefined || block === undefined || place >= block.end) return null;
    const cells = block.cells ?? [];
    const at = spanAt(cells, place);
    const cell = cells[at];
    if (cell === undefined) return null;
    const heads = row.head === block ? [] : this.#headsOf(row.head);
    const first = at === 0 ? null : (cells[0] ?? null);
    const isOfFormat = block.source === "format";
    return { heads, index: row.before + at, cell, first, isOfFormat };
  }

  /** Returns the cells below the one at an index in a table's first row, or null elsewhere. */
  below(place: number): Span[] | null {
    const { blocks } = this.#outline;
    const index = spanAt(blocks, place);
    const head = blocks[index];
    if (head === undefined || this.#rows.get(index)?.head !== head) return null;
    const column = spanAt(head.cells ?? [], place);
    const cells: Span[] = [];
    for (let at = index + 1; at < blocks.length; at += 1) {
      const row = this.#rows.get(at);
      if (row?.head !== head) {
        if (row !== undefined || blocks[at]?.kind === "heading") break;
        continue;
      }
      const cell = blocks[at]?.cells?.[column - row.before];
      if (cell !== undefined && cell.end > cell.start) cells.push(cell);
    }
    return cells;
  }

  /** Returns the line above a table whose words are its headings, for a text that has lost its columns. */
  #lostHead(above: Block | null, width: number, isHead: IsHead): Block | null {
    if (above === null || above.kind === "row" || above.end - above.start > MAX_HEAD) return null;
    const words = this.#outline.text.slice(above.start, above.end).split(/\s+/u);
    if (words.length !== width || !isHead(words)) return null;
    this.#heads.set(above, words);
    return above;
  }

  #headsOf(head: Block): readonly string[] {
    let heads = this.#heads.get(head);
    if (heads === undefined) {
      heads = this.#textsOf(head);
      this.#heads.set(head, heads);
    }
    return heads;
  }

  #textsOf({ start, end, cells = [] }: Block): string[] {
    if (end - start > MAX_HEAD) return cells.map(() => "");
    return cells.map((cell) => this.#outline.text.slice(cell.start, cell.end));
  }
}
