import { degrees, PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

/** A piece of text at a place on the page, in points from the lower left corner. */
export interface Placed {
  x: number;
  y: number;
  text: string;
  /** In points. */
  size?: number;
  font?: keyof typeof FONTS;
  /** Anticlockwise, in degrees. */
  turn?: number;
}

const FONTS = {
  typewriter: StandardFonts.Courier,
  regular: StandardFonts.Helvetica,
  bold: StandardFonts.HelveticaBold,
  italic: StandardFonts.HelveticaOblique,
};

const SIZE = 10;
/** Between the lines of a cell. */
export const LEADING = 12;

/**
 * A PDF with a page per list of pieces, drawn in their order, in Courier of 10 points where they say no more.
 * @param turn how far viewers turn the pages, clockwise, in degrees
 */
export async function drawPdf(
  pages: readonly (readonly Placed[])[],
  turn = 0,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const fonts = new Map(
    await Promise.all(
      Object.entries(FONTS).map(async ([name, font]) => [name, await pdf.embedFont(font)] as const),
    ),
  );
  for (const pieces of pages) {
    const page = pdf.addPage([612, 792]);
    if (turn !== 0) page.setRotation(degrees(turn));
    for (const { x, y, text, size = SIZE, font = "typewriter", turn: rotate = 0 } of pieces) {
      const embedded = fonts.get(font);
      page.drawText(text, {
        x,
        y,
        size,
        rotate: degrees(rotate),
        ...(embedded && { font: embedded }),
      });
    }
  }
  return new Uint8Array(await pdf.save());
}

/** A row's cells, each a list of lines. */
export type Row = readonly (readonly string[])[];

export interface TableLayout {
  /** The left end of each column. */
  columns: readonly number[];
  /** The first base line. */
  top: number;
  /** From the last line of a row to the first of the next one. */
  rowSpace?: number;
}

/** The pieces of a table, row by row and cell by cell. */
export function layTable(rows: readonly Row[], layout: TableLayout): Placed[][][] {
  const { columns, rowSpace = 22 } = layout;
  let { top } = layout;
  return rows.map((row) => {
    const cells = row.map((lines, column) =>
      lines.map((text, line) => ({ x: columns[column] ?? 0, y: top - line * LEADING, text })),
    );
    top -= (Math.max(...row.map((lines) => lines.length)) - 1) * LEADING + rowSpace;
    return cells;
  });
}

/** The pieces in the order in which programs draw that go line by line across the page. */
export function acrossLines(table: readonly Placed[][][]): Placed[] {
  return table.flatMap((cells) => cells.flat().sort((a, b) => b.y - a.y || a.x - b.x));
}

/** Column by column. */
export function downColumns(table: readonly Placed[][][]): Placed[] {
  const columns = Math.max(...table.map((cells) => cells.length));
  return Array.from({ length: columns }, (_, column) =>
    table.flatMap((cells) => cells[column] ?? []),
  ).flat();
}

/** Lines below each other from the left end. */
export function layLines(lines: readonly string[], x: number, top: number): Placed[] {
  return lines.map((text, line) => ({ x, y: top - line * LEADING, text }));
}
