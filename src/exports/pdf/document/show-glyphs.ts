import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { PlacedGlyph } from "../layout/shaper.ts";

/** A number as operators have it: two places, a hundredth of a point, are finer than any printer. */
export const number = (value: number) => String(Math.round(value * 100) / 100);

/**
 * The operators that write glyphs by their numbers (PDF 1.7, section 9.4.3); where one does not
 * stand where the one before it ends, it is moved there. Those without a text are left out.
 */
export function showGlyphs(
  font: EmbeddedFont,
  size: number,
  glyphs: readonly PlacedGlyph[],
): string[] {
  const shown = new ShownText(size);
  // Thousandths of the size: where the next glyph should stand without its offset.
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
  #array = "";
  #codes = "";
  #rise = 0;
  /** Where the viewer stands after what was added. */
  #reached = 0;

  constructor(size: number) {
    this.#size = size;
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
    this.#array += String(back);
    this.#reached -= back;
  }

  add(code: number, width: number): void {
    this.#codes += code.toString(16).padStart(4, "0");
    this.#reached += width;
  }

  end(): string[] {
    this.#endArray();
    if (this.#rise !== 0) this.#operators.push("0 Ts");
    return this.#operators;
  }

  #endCodes(): void {
    if (this.#codes !== "") this.#array += `<${this.#codes}>`;
    this.#codes = "";
  }

  #endArray(): void {
    this.#endCodes();
    if (this.#array !== "") this.#operators.push(`[${this.#array}] TJ`);
    this.#array = "";
  }
}
