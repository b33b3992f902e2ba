import { strToU8, zlibSync } from "fflate";
import type { EmbeddedFont } from "../fonts/embedded-font.ts";
import type { FontFace } from "../fonts/font-set.ts";
import type { Run } from "../layout/run.ts";
import { number, showGlyphs } from "./show-glyphs.ts";
import type { Colour } from "../layout/style.ts";

/** Left, top, width and height in points, from the upper left corner of the page. */
export type Box = readonly [number, number, number, number];

/** A position in the document. */
export interface Place {
  page: Canvas;
  top: number;
}

export type Link = { box: Box } & ({ url: string } | { place: Place });

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

const rgb = (colour: Colour) => colour.map(number).join(" ");

/** The drawing on one page, as PDF operators (PDF 1.7, annex A). `y` increases downwards here. */
export class Canvas {
  readonly links: Link[] = [];
  readonly #streams: Uint8Array<ArrayBuffer>[] = [];
  #operators: string[] = [];
  readonly #fontOf: (face: FontFace) => EmbeddedFont;

  constructor(fontOf: (face: FontFace) => EmbeddedFont) {
    this.#fontOf = fontOf;
  }

  /** Compresses the drawing so far to a tenth of its size. More may be drawn on top. */
  pack(): void {
    if (this.#operators.length === 0) return;
    this.#streams.push(zlibSync(strToU8(`${this.#operators.join("\n")}\n`)));
    this.#operators = [];
  }

  /** The page's compressed content streams in order (PDF 1.7, section 7.4.4). */
  get streams(): readonly Uint8Array<ArrayBuffer>[] {
    this.pack();
    return this.#streams;
  }

  /** Draws consecutive runs from `x` on the `baseline`. */
  drawText(x: number, baseline: number, runs: readonly Run[]): void {
    this.#operators.push("BT", `1 0 0 1 ${number(x)} ${number(PAGE.height - baseline)} Tm`);
    let [font, size, colour] = ["", 0, ""];
    // The intended position of the next run, and the viewer's current position.
    let wanted = x;
    let reached = x;
    for (const { face, style, glyphs, width } of runs) {
      const embedded = this.#fontOf(face);
      if (rgb(style.colour) !== colour) this.#operators.push(`${(colour = rgb(style.colour))} rg`);
      if (embedded.resourceName !== font || style.size !== size) {
        [font, size] = [embedded.resourceName, style.size];
        this.#operators.push(`/${font} ${number(size)} Tf`);
      }
      const ahead = ((reached - wanted) * 1000) / size;
      const shown = showGlyphs(embedded, size, glyphs, ahead);
      this.#operators.push(...shown.operators);
      reached = wanted + (shown.reached * size) / 1000;
      wanted += width;
    }
    this.#operators.push("ET");
    let left = x;
    for (const run of runs) {
      this.#drawParts(left, baseline, run);
      left += run.width;
    }
  }

  /** Draws the glyphs without text as outlines, so that text extraction ignores them. */
  #drawParts(x: number, baseline: number, { face, style: { size }, glyphs }: Run): void {
    let pen = x;
    for (const { id, text, advance, dx, dy } of glyphs) {
      const outline = text === "" ? this.#fontOf(face).outlineOf(id) : "";
      if (outline !== "") {
        const left = number(pen + (dx * size) / 1000);
        const bottom = number(PAGE.height - baseline + (dy * size) / 1000);
        this.#operators.push(
          `q ${number(size)} 0 0 ${number(size)} ${left} ${bottom} cm ${outline} f Q`,
        );
      }
      pen += (advance * size) / 1000;
    }
  }

  fillBox([left, top, width, height]: Box, colour: Colour): void {
    const corner = `${number(left)} ${number(PAGE.height - top - height)}`;
    this.#operators.push(`${rgb(colour)} rg ${corner} ${number(width)} ${number(height)} re f`);
  }

  /** Draws the outline of a box, inside its edges. */
  strokeBox([left, top, width, height]: Box, colour: Colour, thickness: number): void {
    const corner = `${number(left + thickness / 2)} ${number(PAGE.height - top - height + thickness / 2)}`;
    const size = `${number(width - thickness)} ${number(height - thickness)}`;
    this.#operators.push(`${rgb(colour)} RG ${number(thickness)} w ${corner} ${size} re S`);
  }

  /** Links a box to a web address. */
  linkTo(url: string, box: Box): void {
    this.links.push({ url, box });
  }

  /** Links a box to a position in the document. */
  linkToPlace(place: Place, box: Box): void {
    this.links.push({ place, box });
  }
}
