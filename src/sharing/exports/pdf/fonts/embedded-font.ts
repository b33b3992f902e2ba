import { type PDFContext, type PDFDict, PDFName, type PDFRef, PDFString } from "@cantoo/pdf-lib";
import type { FontFace } from "./font-set.ts";
import { toOperators } from "./outline.ts";

/** Two bytes number the characters of a font in a document; glyphs beyond the limit lose their text. */
const MAX_CHARACTERS = 60_000;
/** PDF 1.7, table 123: the font has characters outside the standard Latin set. */
const SYMBOLIC = 4;

/** A character of the document: a glyph and the text that it represents. */
interface Character {
  glyph: number;
  text: string;
  width: number;
}

/**
 * A font as embedded in one document: a composite font (PDF 1.7, section 9.7) with only the glyphs used. Characters are
 * numbered by glyph and text, not by glyph alone, so that copied text is correct even if two letters look alike.
 */
export class EmbeddedFont {
  readonly resourceName: string;
  readonly #face: FontFace;
  readonly #tag: string;
  readonly #codes = new Map<string, number>();
  readonly #characters: Character[] = [];
  readonly #outlines = new Map<number, string>();

  /** @param position index among the document's fonts, which determines name and tag */
  constructor(face: FontFace, position: number) {
    this.#face = face;
    this.resourceName = `F${position + 1}`;
    this.#tag = tagOf(position);
  }

  /**
   * Returns the number of a character, from 1; 0 is the missing glyph.
   * @param reach its width in thousandths, if it differs from the glyph's
   */
  codeOf(glyph: number, text: string, reach?: number): number {
    const key = `${glyph}:${text}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    if (this.#characters.length >= MAX_CHARACTERS && text !== "") return this.codeOf(glyph, "");
    const { font } = this.#face;
    const own = (font.getGlyph(glyph).advanceWidth * 1000) / font.unitsPerEm;
    const width = Math.round(reach ?? own);
    this.#characters.push({ glyph, text, width });
    this.#codes.set(key, this.#characters.length);
    return this.#characters.length;
  }

  /** Returns a glyph's outline as operators (PDF 1.7, section 8.5.2), in units of the font size. */
  outlineOf(glyph: number): string {
    const known = this.#outlines.get(glyph);
    if (known !== undefined) return known;
    const { font } = this.#face;
    const outline = toOperators(font.getGlyph(glyph).path.commands, font.unitsPerEm);
    this.#outlines.set(glyph, outline);
    return outline;
  }

  /** Returns the declared width in thousandths of the font size. */
  widthOf(code: number): number {
    return this.#characters[code - 1]?.width ?? 0;
  }

  /** Writes the font's objects and returns the one that pages refer to. */
  write(context: PDFContext): PDFRef {
    const { file, glyphs } = this.#subset();
    const descriptor = this.#describe(context, context.register(context.flateStream(file)));
    const name = this.#name();
    const descendant = context.register(
      context.obj({
        Type: "Font",
        Subtype: "CIDFontType2",
        BaseFont: name,
        CIDSystemInfo: {
          Registry: PDFString.of("Adobe"),
          Ordering: PDFString.of("Identity"),
          Supplement: 0,
        },
        FontDescriptor: context.register(descriptor),
        W: [1, this.#characters.map(({ width }) => width)],
        CIDToGIDMap: context.register(context.flateStream(glyphs)),
      }),
    );
    const toUnicode = context.register(context.flateStream(unicodeMap(this.#characters)));
    const font = context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    });
    return context.register(font);
  }

  #name(): PDFName {
    return PDFName.of(`${this.#tag}+${this.#face.name}`);
  }

  #describe(context: PDFContext, file: PDFRef): PDFDict {
    const { font, name } = this.#face;
    const scale = (value: number) => Math.round((value * 1000) / font.unitsPerEm);
    const { minX, minY, maxX, maxY } = font.bbox;
    return context.obj({
      Type: "FontDescriptor",
      FontName: this.#name(),
      Flags: SYMBOLIC,
      FontBBox: [minX, minY, maxX, maxY].map(scale),
      ItalicAngle: 0,
      Ascent: scale(font.ascent),
      Descent: scale(font.descent),
      CapHeight: scale(font.capHeight),
      StemV: name.endsWith("700") ? 140 : 80,
      FontFile2: file,
    });
  }

  /** Returns the glyphs used as a font file, and the glyph in it of every character (two bytes each). */
  #subset(): { file: Uint8Array; glyphs: Uint8Array } {
    const subset = this.#face.font.createSubset();
    const glyphs = new Uint8Array(2 * (this.#characters.length + 1));
    this.#characters.forEach(({ glyph }, index) => {
      // The type says boolean, but it returns the glyph's number in the subset.
      const place = Number(subset.includeGlyph(this.#face.font.getGlyph(glyph)));
      glyphs[2 * index + 2] = place >> 8;
      glyphs[2 * index + 3] = place & 255;
    });
    return { file: subset.encode(), glyphs };
  }
}

/** Returns the six-letter tag of a font subset in a document (PDF 1.7, section 9.6.4). */
function tagOf(position: number): string {
  let tag = "";
  for (let rest = position; tag.length < 6; rest = Math.floor(rest / 26)) {
    tag = String.fromCharCode(65 + (rest % 26)) + tag;
  }
  return tag;
}

const hex = (value: number) => value.toString(16).padStart(4, "0");

/** Returns the text of every character as a CMap (PDF 1.7, section 9.10.3). */
function unicodeMap(characters: readonly Character[]): string {
  const entries = characters.map(({ text }, index) => {
    const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at)));
    return `<${hex(index + 1)}> <${units.join("")}>`;
  });
  const blocks: string[] = [];
  for (let from = 0; from < entries.length; from += 100) {
    const block = entries.slice(from, from + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange",
    ...blocks,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}
