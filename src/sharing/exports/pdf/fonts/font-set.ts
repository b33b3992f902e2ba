import type { Font } from "fontkit";
import { MARK, cleanText } from "../text/clean-text.ts";
import {
  type Catalogue,
  findFont,
  type FontKey,
  guessHanOrder,
  type HanOrder,
  type Weight,
} from "./catalogue.ts";
import { type Assets, fontName, readCatalogue, readFont } from "./font-files.ts";
import { openFont } from "./open-font.ts";

/** A font of one document. Widths and offsets are in `font.unitsPerEm`. */
export interface FontFace {
  name: string;
  font: Font;
}

/** A piece of text with the font that has all of its characters. */
export interface FittedCluster {
  text: string;
  face: FontFace;
}

/** Characters that shape or join others and are never drawn themselves. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * The fonts of one document. They are not shared: fontkit caches results of earlier texts, and a document's bytes must
 * not depend on previous documents.
 */
export class FontSet {
  readonly #catalogue: Catalogue;
  readonly #faces: ReadonlyMap<string, FontFace>;
  readonly #han: HanOrder;
  readonly #found = new Map<number, FontFace | null>();

  constructor(catalogue: Catalogue, faces: ReadonlyMap<string, FontFace>, han: HanOrder) {
    this.#catalogue = catalogue;
    this.#faces = faces;
    this.#han = han;
  }

  /**
   * Fits a cluster with a font. Text that no font has becomes one MARK, a cluster without a complete font is split into
   * its characters, and invisible characters yield nothing.
   */
  fit(cluster: string, weight: Weight): FittedCluster[] {
    const codePoints = Array.from(cluster);
    const faces = codePoints
      .filter((char) => !IGNORABLE.test(char))
      .map((char) => this.#find(char, weight));
    const [first] = faces;
    if (first === undefined) return [];
    if (first !== null && faces.every((face) => face === first)) {
      return [{ text: cluster, face: first }];
    }
    const whole = faces.find((face) => face !== null && hasAll(face, codePoints));
    if (whole !== null && whole !== undefined) return [{ text: cluster, face: whole }];
    return this.#fitEach(codePoints, weight);
  }

  #fitEach(codePoints: readonly string[], weight: Weight): FittedCluster[] {
    const fitted: FittedCluster[] = [];
    let isMarked = false;
    for (const char of codePoints) {
      if (IGNORABLE.test(char)) continue;
      const found = this.#find(char, weight);
      const face = found ?? this.#find(MARK, weight);
      if (face === null || (found === null && isMarked)) continue;
      isMarked ||= found === null;
      fitted.push({ text: found === null ? MARK : char, face });
    }
    return fitted;
  }

  #find(char: string, weight: Weight): FontFace | null {
    const codePoint = char.codePointAt(0) ?? 0;
    const slot = codePoint * 2 + (weight === 700 ? 1 : 0);
    const known = this.#found.get(slot);
    if (known !== undefined) return known;
    const key = findFont(this.#catalogue, codePoint, weight, this.#han);
    const face = key === null ? null : (this.#faces.get(fontName(key)) ?? null);
    this.#found.set(slot, face);
    return face;
  }
}

function hasAll({ font }: FontFace, codePoints: readonly string[]): boolean {
  return codePoints.every(
    (char) => IGNORABLE.test(char) || font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0),
  );
}

/** Loads only the fonts that the texts of a document need, in both weights. */
export async function loadFonts(assets: Assets, texts: readonly string[]): Promise<FontSet> {
  const catalogue = await readCatalogue(assets);
  const text = cleanText(texts.join("\n"));
  const han = guessHanOrder(text);
  const keys = new Map<string, FontKey>();
  for (const char of new Set(`${text}${MARK} `)) {
    for (const weight of [400, 700] as const) {
      const key = findFont(catalogue, char.codePointAt(0) ?? 0, weight, han);
      if (key !== null) keys.set(fontName(key), key);
    }
  }
  const faces = new Map<string, FontFace>();
  for (const [name, key] of [...keys].sort(([a], [b]) => (a < b ? -1 : 1))) {
    faces.set(name, { name, font: await openFont(await readFont(assets, key)) });
  }
  return new FontSet(catalogue, faces, han);
}
