import type { Font, Glyph } from "fontkit";

/** The part of fontkit's shaping that is fixed here. */
interface Positioner {
  applyAnchor(mark: unknown, anchor: object | null, baseIndex: number): void;
}
interface Shaping {
  _layoutEngine: { engine?: { GPOSProcessor?: Positioner | null } };
}

/** Opens a font for one document from the bytes of its file, with two fixes for fontkit 2.0.4. */
export async function openFont(bytes: Uint8Array): Promise<Font> {
  // It unpacks tables when it is loaded, which is unnecessary unless a PDF is written.
  const { create } = await import("fontkit");
  const font = create(bytes as Buffer);
  if ("fonts" in font) throw new Error("a collection of fonts is no font of ours");
  keepCharacters(font);
  allowMissingAnchors(font as Font & Shaping);
  return font;
}

/**
 * Stores the characters of each use of a glyph. fontkit caches a glyph with those of its first use. Two Arabic letters
 * that share a glyph before their dots are added would both be extracted as the first.
 */
function keepCharacters(font: Font): void {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    const glyph = glyphOf(id);
    if (codePoints === undefined) return glyph;
    // Measured once, and inherited by every copy.
    void glyph.advanceWidth;
    return Object.assign(Object.create(glyph) as Glyph, { codePoints });
  };
}

/** Leaves a mark in place on a letter without an anchor for it (OpenType 1.9, null anchors). */
function allowMissingAnchors({ _layoutEngine: { engine } }: Shaping): void {
  const positioner = engine?.GPOSProcessor;
  if (positioner === undefined || positioner === null) return;
  const applyAnchor = positioner.applyAnchor.bind(positioner);
  positioner.applyAnchor = (mark, anchor, baseIndex) => {
    if (anchor !== null) applyAnchor(mark, anchor, baseIndex);
  };
}
