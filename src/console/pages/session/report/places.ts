import type { OutlinePage, Span } from "../../../api/session.ts";

/** Where something is in the whole report: 0 at its beginning, 1 at its end. */
export type Place = (at: number) => number;

/** Returns places by characters, as the text shows them. */
export function placeInText(text: string): Place {
  return (at) => Math.min(1, Math.max(0, at / Math.max(1, text.length)));
}

/** Returns places by pages, as these are one below the other. */
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

/** A rectangle on a page, in shares of the page's width and height. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The place in the text that it begins at. */
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

/** Returns the number of the page that a place of the text is printed on; null where none is known. */
export function pageOf(pages: readonly OutlinePage[], at: number): number | null {
  const page = pages.find(({ lines }) => {
    const last = lines.at(-1);
    return last !== undefined && at < last.end;
  });
  return page?.number ?? null;
}
