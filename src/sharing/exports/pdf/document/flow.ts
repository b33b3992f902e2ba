import { heightOf, type Line } from "../layout/line.ts";
import { type Canvas, PAGE, type Place } from "./canvas.ts";

/** The area of a page for text. */
export const AREA = {
  left: 56,
  top: 60,
  width: PAGE.width - 2 * 56,
  bottom: PAGE.height - 66,
} as const;

const ROUNDING = 0.01;

/** Fills pages from top to bottom. */
export class Flow {
  readonly pages: Canvas[] = [];
  readonly #newCanvas: () => Canvas;
  top: number = AREA.top;

  constructor(newCanvas: () => Canvas) {
    this.#newCanvas = newCanvas;
    this.newPage();
  }

  get page(): Canvas {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Error("a flow always has a page");
    return page;
  }

  /** The position of the next line. */
  get place(): Place {
    return { page: this.page, top: this.top };
  }

  /** Points left on this page. */
  get room(): number {
    return AREA.bottom - this.top + ROUNDING;
  }

  newPage(): void {
    this.pages.at(-1)?.pack();
    this.pages.push(this.#newCanvas());
    this.top = AREA.top;
  }

  /** Starts a new page unless this many points are left, or the page is empty. */
  need(height: number): void {
    if (height > this.room && this.top > AREA.top) this.newPage();
  }

  /** Starts a new page, unless this one is empty. */
  turn(): void {
    if (this.top > AREA.top) this.newPage();
  }

  /** Adds vertical space, except at the top of a page. */
  skip(height: number): void {
    if (this.top > AREA.top) this.top = Math.min(this.top + height, AREA.bottom);
  }

  /** Draws lines from top to bottom, over as many pages as they need. */
  add(lines: readonly Line[], left: number = AREA.left): void {
    lines.forEach((line, index) => {
      // Avoids a single line of a longer text at the end of a page.
      const isFirst = index === 0 && lines.length > 1;
      this.need(isFirst ? line.height + (lines[1]?.height ?? 0) : line.height);
      line.draw(this.page, left, this.top);
      this.top += line.height;
    });
  }

  /**
   * Draws lines on one page, moving to the next if they do not fit here. Lines beyond a page continue on further pages.
   */
  addTogether(lines: readonly Line[], left: number = AREA.left): void {
    this.need(heightOf(lines));
    this.add(lines, left);
  }
}
