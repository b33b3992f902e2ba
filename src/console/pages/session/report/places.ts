import type { OutlinePage, Span } from "../../../api/session.ts";

/** The relative position in the whole report: 0 at its beginning, 1 at its end. */
export type Place = (at: number) => number;

/** Returns positions by character, as in the text view. */
export function placeInText(text: string): Place {
  return (at) => Math.min(1, Math.max(0, at / Math.max(1, text.length)));
}

/** Returns positions by page, as in the page view. */
export function placeOnPages(pages: readonly OutlinePage[]): Place {
  const total = pages.reduce((sum, { height }) => sum + height, 0);
  return (at) => {
    let above = 0;
    for (const { height, lines } of pages) {
      const line = lines.find(({ end }) => at < end);
      if (line !== undefined) return (above + line.y) / total;
      above += height;
    }
    return 1;
  };
}

/** A rectangle on a page, relative to the page's width and height. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The text offset of its start. */
  start: number;
}

/**
 * Returns where passages are printed on a page: a rectangle for each line that a passage touches. Within a
 * line, characters count as equally wide.
 */
export function marksOn(page: OutlinePage, passages: readonly Span[]): Mark[] {
  return page.lines.flatMap((line) =>
    passages.flatMap((passage) => {
      const start = Math.max(line.start, passage.start);
      const end = Math.min(line.end, passage.end);
      if (start >= end) return [];
      const share = line.width / (line.end - line.start);
      const mark: Mark = {
        left: (line.x + (start - line.start) * share) / page.width,
        top: line.y / page.height,
        width: ((end - start) * share) / page.width,
        height: line.height / page.height,
        start,
      };
      return [mark];
    }),
  );
}

/** Returns the page number of a text offset; null if unknown. */
export function pageOf(pages: readonly OutlinePage[], at: number): number | null {
  const page = pages.find(({ lines }) => {
    const last = lines.at(-1);
    return last !== undefined && at < last.end;
  });
  return page?.number ?? null;
}
