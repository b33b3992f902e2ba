import type { FontFace } from "../fonts/font-set.ts";
import { mirrorText } from "../text/directions.ts";

/** A glyph in place; lengths in thousandths of the font size, `text` is what it stands for. */
export interface PlacedGlyph {
  id: number;
  text: string;
  advance: number;
  dx: number;
  dy: number;
}

/** Glyphs from left to right, and how far they reach in thousandths of the font size. */
export interface ShapedText {
  glyphs: PlacedGlyph[];
  width: number;
}

/** Shapes pieces of text, each once per document. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();

  /** Glyphs of a piece of text that runs in one direction and that the font has all of. */
  shape(face: FontFace, text: string, isRightToLeft: boolean): ShapedText {
    const key = `${face.name}${isRightToLeft ? "<" : ">"}${text}`;
    const known = this.#shaped.get(key);
    if (known !== undefined) return known;
    const shaped = shapeText(face, isRightToLeft ? mirrorText(text) : text, isRightToLeft);
    this.#shaped.set(key, shaped);
    return shaped;
  }
}

/** Joiners shape their neighbours; other ignorable characters have done their work before. */
const NO_SHAPERS = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;

function shapeText({ font }: FontFace, text: string, isRightToLeft: boolean): ShapedText {
  const drawn = text.replace(NO_SHAPERS, "");
  const scale = 1000 / font.unitsPerEm;
  const direction = isRightToLeft ? "rtl" : "ltr";
  const run = font.layout(drawn, undefined, undefined, undefined, direction);
  const codePoints = Array.from(drawn);
  // Glyphs remember the characters of their first use, so the text is believed where it fits.
  const isOneToOne = run.glyphs.length === codePoints.length;
  if (isRightToLeft) codePoints.reverse();
  let width = 0;
  const glyphs = run.glyphs.map((glyph, index): PlacedGlyph => {
    const position = run.positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    const advance = position.xAdvance * scale;
    width += advance;
    const own = isOneToOne
      ? (codePoints[index] ?? "")
      : String.fromCodePoint(...(glyph.codePoints ?? []));
    return {
      id: glyph.id,
      text: own.replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
      advance,
      dx: position.xOffset * scale,
      dy: position.yOffset * scale,
    };
  });
  return { glyphs, width };
}
