import type { FontFace } from "../fonts/font-set.ts";
import { mirrorText } from "../text/directions.ts";

/** A positioned glyph; lengths in thousandths of the font size. */
export interface PlacedGlyph {
  id: number;
  /** The text that it represents; empty for a part of a letter, which is drawn as an outline. */
  text: string;
  /** Its width, if its text includes that of other glyphs. */
  reach?: number;
  advance: number;
  dx: number;
  dy: number;
}

/** Glyphs from left to right, and their total width in thousandths of the font size. */
export interface ShapedText {
  glyphs: PlacedGlyph[];
  width: number;
}

/** Maximum cached words; rarer words of a long text are shaped again. */
const MAX_KEPT = 5_000;

/** Shapes pieces of text, usually each once. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();

  /** Returns the glyphs of a piece of text in one direction, all of which the font has. */
  shape(face: FontFace, text: string, isRightToLeft: boolean): ShapedText {
    const key = `${face.name}${isRightToLeft ? "<" : ">"}${text}`;
    const known = this.#shaped.get(key);
    if (known !== undefined) return known;
    const shaped = shapeText(face, isRightToLeft ? mirrorText(text) : text, isRightToLeft);
    if (this.#shaped.size >= MAX_KEPT) this.#shaped.clear();
    this.#shaped.set(key, shaped);
    return shaped;
  }
}

/** Joiners shape their neighbors; other ignorable characters have already taken effect. */
const NO_SHAPERS = /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}/gu;

function shapeText({ font }: FontFace, text: string, isRightToLeft: boolean): ShapedText {
  const drawn = text.replace(NO_SHAPERS, "");
  const scale = 1000 / font.unitsPerEm;
  const direction = isRightToLeft ? "rtl" : "ltr";
  const run = font.layout(drawn, undefined, undefined, undefined, direction);
  let width = 0;
  const glyphs = run.glyphs.map((glyph, index): PlacedGlyph => {
    const position = run.positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
    const advance = position.xAdvance * scale;
    width += advance;
    const own = String.fromCodePoint(...glyph.codePoints);
    return {
      id: glyph.id,
      text: own.replace(/\p{Default_Ignorable_Code_Point}/gu, ""),
      advance,
      dx: position.xOffset * scale,
      dy: position.yOffset * scale,
    };
  });
  if (REORDERED.test(drawn)) assignWhole(glyphs, drawn, width);
  else joinMarks(glyphs, isRightToLeft);
  return { glyphs, width };
}

/** Scripts whose glyphs have another order than their letters. */
const REORDERED = /\p{sc=Deva}/u;

/** Assigns the whole text to the first glyph, so that it is extracted in its original order. */
function assignWhole(glyphs: readonly PlacedGlyph[], text: string, width: number): void {
  glyphs.forEach((glyph, index) => (glyph.text = index === 0 ? text : ""));
  const [first] = glyphs;
  if (first !== undefined) first.reach = width;
}

/**
 * Assigns the text of marks to their letters, since text extraction treats raised marks as separate lines. It also
 * reverses right-to-left text character by character, so the mark comes first there.
 */
function joinMarks(glyphs: readonly PlacedGlyph[], isRightToLeft: boolean): void {
  let letter: PlacedGlyph | null = null;
  for (const glyph of isRightToLeft ? glyphs.toReversed() : glyphs) {
    if (letter !== null && glyph.advance === 0 && /^\p{M}+$/u.test(glyph.text)) {
      letter.text = isRightToLeft ? glyph.text + letter.text : letter.text + glyph.text;
      glyph.text = "";
    } else if (glyph.text !== "") letter = glyph;
  }
}
