import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { PlacedGlyph } from "../layout/shaper.ts";

/** Formats a number for operators: two decimals, a hundredth of a point, are finer than any printer. */
export const number = (value: number) => String(Math.round(value * 100) / 100);

/**
 * Returns the operators that show glyphs by their numbers (PDF 1.7, section 9.4.3), adjusting positions where a glyph
 * does not follow the previous one. Glyphs without text are skipped.
 * @param ahead how far the viewer's position is beyond the first glyph's, in thousandths of the size
 */
export function showGlyphs(
  font: EmbeddedFont,
  size: number,
  glyphs: readonly PlacedGlyph[],
  ahead: number,
): { operators: string[]; reached: number } {
  const shown = new ShownText(size, ahead);
  // The position of the next glyph without its offset, in thousandths of the size.
  let pen = 0;
  for (const { id, text, reach, advance, dx, dy } of glyphs) {
    if (text !== "") {
      shown.moveTo(pen + dx, dy);
      const code = font.codeOf(id, text, reach);
      shown.add(code, font.widthOf(code));
    }
    pen += advance;
  }
  return shown.end();
}

class ShownText {
  readonly #size: number;
  readonly #operators: string[] = [];
  // Collected in lists: a string that grows letter by letter takes ten times its size.
  #array: string[] = [];
  #codes: string[] = [];
  #rise = 0;
  /** The viewer's position after the added glyphs. */
  #reached: number;

  constructor(size: number, ahead: number) {
    this.#size = size;
    this.#reached = ahead;
  }

  moveTo(x: number, rise: number): void {
    if (rise !== this.#rise) {
      this.#endArray();
      this.#rise = rise;
      this.#operators.push(`${number((rise * this.#size) / 1000)} Ts`);
    }
    const back = Math.round(this.#reached - x);
    if (back === 0) return;
    this.#endCodes();
    this.#array.push(String(back));
    this.#reached -= back;
  }

  add(code: number, width: number): void {
    this.#codes.push(code.toString(16).padStart(4, "0"));
    this.#reached += width;
  }

  end(): { operators: string[]; reached: number } {
    this.#endArray();
    if (this.#rise !== 0) this.#operators.push("0 Ts");
    return { operators: this.#operators, reached: this.#reached };
  }

  #endCodes(): void {
    if (this.#codes.length > 0) this.#array.push(`<${this.#codes.join("")}>`);
    this.#codes = [];
  }

  #endArray(): void {
    this.#endCodes();
    if (this.#array.length > 0) this.#operators.push(`[${this.#array.join("")}] TJ`);
    this.#array = [];
  }
}
