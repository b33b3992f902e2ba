import type { FontFace } from "../fonts/font-set.ts";
import { mirrorText } from "../text/directions.ts";

/** A glyph in place; lengths in thousandths of the font size. */
export interface PlacedGlyph {
  id: number;
  /** What it stands for; empty for a part of a letter, which is then drawn and not written. */
  text: string;
  /** How far it reaches, where its text is that of others too. */
  reach?: number;
  advance: number;
  dx: number;
  dy: number;
}

/** Glyphs from left to right, and how far they reach in thousandths of the font size. */
export interface ShapedText {
  glyphs: PlacedGlyph[];
  width: number;
}

/** Words kept; the rarer ones of a long text are shaped again. */
const MAX_KEPT = 5_000;

/** Shapes pieces of text, each once as a rule. */
export class Shaper {
  readonly #shaped = new Map<string, ShapedText>();

  /** Glyphs of a piece of text that runs in one direction and that the font has all of. */
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

/** Joiners shape their neighbors; other ignorable characters have done their work before. */
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

/** Scripts whose glyphs stand in another order than their letters. */
const REORDERED = /\p{sc=Deva}/u;

/** Lets the first glyph stand for all of the text, so that it is read in its own order. */
function assignWhole(glyphs: readonly PlacedGlyph[], text: string, width: number): void {
  glyphs.forEach((glyph, index) => (glyph.text = index === 0 ? text : ""));
  const [first] = glyphs;
  if (first !== undefined) first.reach = width;
}

/**
 * Lets letters stand for their marks too: readers of the file would take marks, raised as they are,
 * for lines of their own. They turn text from right to left round character by character, so the
 * mark comes first there.
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
