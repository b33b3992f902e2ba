import type { FontFace } from "../fonts/font-set.ts";
import type { PlacedGlyph } from "./shaper.ts";
import type { TextStyle } from "./style.ts";

/** Adjacent glyphs of one font and style, from left to right. */
export interface Run {
  face: FontFace;
  style: TextStyle;
  glyphs: PlacedGlyph[];
  /** In points. */
  width: number;
}
