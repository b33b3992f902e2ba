import type { Canvas } from "../document/canvas.ts";

/** A horizontal strip of a page: text, or a similar drawing. Lengths in points. */
export interface Line {
  height: number;
  draw(canvas: Canvas, x: number, top: number): void;
}

/** Returns empty space. */
export function gap(height: number): Line {
  return { height, draw: () => undefined };
}

/** Returns the total height of lines. */
export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { height }) => sum + height, 0);
}
