import type { Canvas } from "../document/canvas.ts";

/** A strip of a page, one below the other: text, or a drawing of the same kind. Lengths in points. */
export interface Line {
  height: number;
  draw(canvas: Canvas, x: number, top: number): void;
}

/** Empty room. */
export function gap(height: number): Line {
  return { height, draw: () => undefined };
}

/** How high lines are together. */
export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { height }) => sum + height, 0);
}
