import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { FontFace } from "../fonts/font-set.ts";
import type { PlacedGlyph } from "../layout/shaper.ts";
import { number, showGlyphs } from "./show-glyphs.ts";
import type { Colour, TextStyle } from "../layout/style.ts";

/** Left, top, width and height in points, from the upper left corner of the page. */
export type Box = readonly [number, number, number, number];

/** A place in the document. */
export interface Place {
  page: Canvas;
  top: number;
}

export type Link = { box: Box } & ({ url: string } | { place: Place });

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

const rgb = (colour: Colour) => colour.map(number).join(" ");

/** What is drawn on one page, as PDF operators (PDF 1.7, annex A); `y` grows downwards here. */
export class Canvas {
  readonly operators: string[] = [];
  readonly links: Link[] = [];
  readonly #fontOf: (face: FontFace) => EmbeddedFont;

  constructor(fontOf: (face: FontFace) => EmbeddedFont) {
    this.#fontOf = fontOf;
  }

  /** Draws glyphs from `x` on, standing on `baseline`. */
  drawText(
    x: number,
    baseline: number,
    face: FontFace,
    { size, colour }: TextStyle,
    glyphs: readonly PlacedGlyph[],
  ): void {
    if (glyphs.length === 0) return;
    const font = this.#fontOf(face);
    this.operators.push(
      `BT /${font.resourceName} ${number(size)} Tf ${rgb(colour)} rg`,
      `1 0 0 1 ${number(x)} ${number(PAGE.height - baseline)} Tm`,
      ...showGlyphs(font, size, glyphs),
      "ET",
    );
    this.#drawParts(x, baseline, font, size, glyphs);
  }

  /** Draws the glyphs that stand for nothing themselves, so that nothing is read where they are. */
  #drawParts(
    x: number,
    baseline: number,
    font: EmbeddedFont,
    size: number,
    glyphs: readonly PlacedGlyph[],
  ): void {
    let pen = x;
    for (const { id, text, advance, dx, dy } of glyphs) {
      const outline = text === "" ? font.outlineOf(id) : "";
      if (outline !== "") {
        const left = number(pen + (dx * size) / 1000);
        const bottom = number(PAGE.height - baseline + (dy * size) / 1000);
        this.operators.push(
          `q ${number(size)} 0 0 ${number(size)} ${left} ${bottom} cm ${outline} f Q`,
        );
      }
      pen += (advance * size) / 1000;
    }
  }

  fillBox([left, top, width, height]: Box, colour: Colour): void {
    const corner = `${number(left)} ${number(PAGE.height - top - height)}`;
    this.operators.push(`${rgb(colour)} rg ${corner} ${number(width)} ${number(height)} re f`);
  }

  /** Makes a box lead to a web address. */
  linkTo(url: string, box: Box): void {
    this.links.push({ url, box });
  }

  /** Makes a box lead to a place in the document. */
  linkToPlace(place: Place, box: Box): void {
    this.links.push({ place, box });
  }
}
