import type { Placed } from "./draw-pdf.ts";

/** Where text begins on a page, and where it ends. */
const LEFT = 72;
const TOP = 700;
const SIZE = 11;
const LEADING = 14.5;

/** A page that is filled from above. */
export class PagePen {
  readonly pieces: Placed[] = [];
  #y: number;
  readonly #left: number;

  constructor(top = TOP, left = LEFT) {
    this.#y = top;
    this.#left = left;
  }

  /** Lines below each other, and the space below them. */
  write(
    lines: readonly string[],
    style: Partial<Placed> & { indent?: number; space?: number } = {},
  ): this {
    const { indent = 0, space = 8, ...look } = style;
    const size = look.size ?? SIZE;
    const leading = size > SIZE ? size * 1.2 : LEADING;
    // Letters of another size stand on their base line: the space is above them.
    this.#y -= Math.max(size - SIZE, 0);
    for (const text of lines) {
      this.pieces.push({
        x: this.#left + indent,
        y: this.#y,
        text,
        size,
        font: "regular",
        ...look,
      });
      this.#y -= leading;
    }
    this.#y -= space;
    return this;
  }

  paragraph(...lines: string[]): this {
    return this.write(lines);
  }

  heading(size: number, ...lines: string[]): this {
    return this.write(lines, { size, font: "bold", space: 6 });
  }

  /** A bullet or number, and the lines of its item to the right of it. */
  item(mark: string, depth: number, ...lines: string[]): this {
    const y = this.#y;
    const x = this.#left + 18 * depth;
    this.pieces.push({ x, y, text: mark, size: SIZE, font: "regular" });
    return this.write(lines, { indent: 18 * depth + 18, space: 2 });
  }

  /** Rows of cells, each a list of lines, drawn cell by cell. */
  table(columns: readonly number[], rows: readonly (readonly (readonly string[])[])[]): this {
    for (const [at, row] of rows.entries()) {
      for (const [column, lines] of row.entries()) {
        for (const [line, text] of lines.entries()) {
          const x = columns[column] ?? 0;
          const font = at === 0 ? "bold" : "regular";
          this.pieces.push({ x, y: this.#y - line * LEADING, text, size: SIZE, font });
        }
      }
      this.#y -= Math.max(...row.map((lines) => lines.length)) * LEADING + 8;
    }
    this.#y -= 8;
    return this;
  }
}
