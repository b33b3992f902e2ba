import type { Font, Glyph } from "fontkit";

/** The part of fontkit's shaping that is mended here. */
interface Positioner {
  applyAnchor(mark: unknown, anchor: object | null, baseIndex: number): void;
}
interface Shaping {
  _layoutEngine: { engine?: { GPOSProcessor?: Positioner | null } };
}

/** A font for one document, from the bytes of its file; fontkit 2.0.4 is mended in two places. */
export async function openFont(bytes: Uint8Array): Promise<Font> {
  // It unpacks tables when it is loaded, which a start that writes no PDF does without.
  const { create } = await import("fontkit");
  const font = create(bytes as Buffer);
  if ("fonts" in font) throw new Error("a collection of fonts is no font of ours");
  keepCharacters(font);
  allowMissingAnchors(font as Font & Shaping);
  return font;
}

/**
 * fontkit hands a glyph out with the characters it stood for when it was first asked for; two
 * Arabic letters that share a glyph before their dots are added would both read as the first.
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

/** A mark stays where it is on a letter that has no place for it (OpenType 1.9, null anchors). */
function allowMissingAnchors({ _layoutEngine: { engine } }: Shaping): void {
  const positioner = engine?.GPOSProcessor;
  if (positioner === undefined || positioner === null) return;
  const applyAnchor = positioner.applyAnchor.bind(positioner);
  positioner.applyAnchor = (mark, anchor, baseIndex) => {
    if (anchor !== null) applyAnchor(mark, anchor, baseIndex);
  };
}
