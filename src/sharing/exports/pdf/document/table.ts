import { heightOf, type Line } from "../layout/line.ts";
import { COLOURS } from "../layout/style.ts";
import { AREA, type Flow } from "./flow.ts";
import type { Report } from "./report.ts";

/** Lengths in points. */
export interface Column {
  width: number;
  head: Line[];
}

/** A heading across all columns for the rows after it; `continued` replaces it on further pages. */
interface Band {
  band: Line[];
  continued: Line[];
  bookmark: string;
}

/** Cells side by side; `continued` replaces the first one when the row continues on a further page. */
interface Cells {
  cells: Line[][];
  continued?: Line[];
}

/** A row of cells, or a band. */
export type Row = Cells | Band;

const CELL_GAP = 12;
const ROW_PAD = 5;
const BAND_PAD = 3.5;
/** A row is split only if at least this much of it stays on the page, */
const LEAST_PART = 36;
/** and only if it is higher than this. Other rows move to the next page. */
const LEAST_BROKEN = 150;

/** Returns the text width of each column. */
export function cellWidths(shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const room = AREA.width - CELL_GAP * (shares.length - 1);
  return shares.map((share) => (room * share) / total);
}

/** Draws tables row by row, repeating headers and bands on every page. */
class TableWriter {
  readonly #report: Report;
  readonly #flow: Flow;
  readonly #columns: readonly Column[];
  #band: Band | null = null;

  constructor(report: Report, columns: readonly Column[]) {
    this.#report = report;
    this.#flow = report.flow;
    this.#columns = columns;
  }

  /** Starts a new page and repeats the table's header there. */
  turn(): void {
    this.#flow.newPage();
    this.drawHead();
    if (this.#band !== null) this.drawBand(this.#band.continued);
  }

  drawHead(): void {
    const height = Math.max(...this.#columns.map(({ head }) => heightOf(head)));
    this.drawCells(this.#columns.map(({ head }) => head));
    this.#flow.top += height + 3;
    this.drawRule(COLOURS.muted, 0.75);
  }

  drawBand(lines: readonly Line[]): void {
    const { page } = this.#flow;
    const height = heightOf(lines) + 2 * BAND_PAD;
    page.fillBox([AREA.left, this.#flow.top, AREA.width, height], COLOURS.wash);
    this.#flow.top += BAND_PAD;
    this.#flow.add(lines, AREA.left + 6);
    this.#flow.top += BAND_PAD;
  }

  drawCells(cells: readonly Line[][]): void {
    let left: number = AREA.left;
    cells.forEach((lines, index) => {
      let { top } = this.#flow;
      for (const line of lines) {
        line.draw(this.#flow.page, left, top);
        top += line.height;
      }
      left += (this.#columns[index]?.width ?? 0) + CELL_GAP;
    });
  }

  drawRule(colour: (typeof COLOURS)["rule"], thickness: number): void {
    this.#flow.page.fillBox([AREA.left, this.#flow.top, AREA.width, thickness], colour);
    this.#flow.top += thickness;
  }

  startBand(row: Band, next: Row | undefined): void {
    const following = next !== undefined && "cells" in next ? rowHeight(next.cells) : 0;
    const height = heightOf(row.band) + 2 * BAND_PAD;
    this.#band = null;
    // A row that is not split moves to the next page with its band.
    const least = following < LEAST_BROKEN ? following : LEAST_PART + 2 * ROW_PAD;
    if (height + least > this.#flow.room) this.turn();
    this.#band = row;
    this.#report.bookmark(row.bookmark, this.#flow.place);
    this.drawBand(row.band);
  }

  /** Draws a row here, or on the next page if it fits there in one piece, or in parts. */
  drawRow({ cells, continued = [] }: Cells): void {
    const whole = rowHeight(cells);
    // A short cell next to a long one is not split.
    const short = cells.map(heightOf).filter((height) => height < LEAST_BROKEN);
    const least = Math.max(LEAST_PART, ...short) + 2 * ROW_PAD;
    const isTight = this.#flow.room < least || whole < LEAST_BROKEN;
    if (whole > this.#flow.room && isTight) this.turn();
    let rest = cells.map((lines) => [...lines]);
    while (rest.some((lines) => lines.length > 0)) {
      const room = this.#flow.room - 2 * ROW_PAD;
      const part = rest.map((lines) => lines.slice(0, countFitting(lines, room)));
      rest = rest.map((lines, index) => lines.slice(part[index]?.length ?? 0));
      this.#flow.top += ROW_PAD;
      this.drawCells(part);
      this.#flow.top += Math.max(...part.map(heightOf)) + ROW_PAD;
      if (rest.every((lines) => lines.length === 0)) break;
      this.turn();
      if (rest[0]?.length === 0) rest[0] = [...continued];
    }
    this.drawRule(COLOURS.rule, 0.5);
  }
}

function rowHeight(cells: readonly Line[][]): number {
  return Math.max(...cells.map(heightOf)) + 2 * ROW_PAD + 0.5;
}

/** Returns how many lines fit into a height in points; at least one, since no line is higher than a page. */
function countFitting(lines: readonly Line[], room: number): number {
  let used = 0;
  const index = lines.findIndex(({ height }) => (used += height) > room);
  return index === -1 ? lines.length : Math.max(1, index);
}

/** Draws a table over as many pages as it needs, requesting rows one by one. */
export function drawTable(report: Report, columns: readonly Column[], rows: Iterable<Row>): void {
  const writer = new TableWriter(report, columns);
  report.flow.skip(6);
  report.flow.need(LEAST_PART * 2.5);
  writer.drawHead();
  const draw = (row: Row, next: Row | undefined) => {
    if ("band" in row) writer.startBand(row, next);
    else writer.drawRow(row);
  };
  let waiting: Row | undefined;
  for (const row of rows) {
    if (waiting !== undefined) draw(waiting, row);
    waiting = row;
  }
  if (waiting !== undefined) draw(waiting, undefined);
}
