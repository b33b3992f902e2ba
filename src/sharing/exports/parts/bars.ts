import { AREA } from "../pdf/document/flow.ts";
import type { Report } from "../pdf/document/report.ts";
import { heightOf, type Line } from "../pdf/layout/line.ts";
import { COLOURS, STYLES } from "../pdf/layout/style.ts";

const LABEL_WIDTH = 108;
const COUNT_WIDTH = 24;
const COLUMN_GAP = 24;
const BAR_HEIGHT = 7;
const ROW_HEIGHT = 15;

/** Returns a bar that fills `share` (0 to 1) of a track of `width` points, `dark` of it in the accent color. */
export function barLine(share: number, width: number, height = 4, dark = share): Line {
  return {
    height: height + 4,
    draw: (page, x, top) => {
      page.fillBox([x, top + 2, width, height], COLOURS.track);
      // Any nonzero share is visible.
      const length = share > 0 ? Math.max(1.5, share * width) : 0;
      if (length > 0) page.fillBox([x, top + 2, length, height], COLOURS.accentSoft);
      if (dark > 0)
        page.fillBox([x, top + 2, Math.min(length, dark * width), height], COLOURS.accent);
    },
  };
}

/** A name with its count; `dark` of it is highlighted. */
export interface BarCount {
  name: string;
  count: number;
  dark?: number;
}

/** Draws counts by name as horizontal bars, in the given order, in two columns. */
export function drawBars(report: Report, counts: readonly BarCount[]): void {
  const { flow } = report;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const width = (AREA.width - COLUMN_GAP) / 2;
  const perColumn = Math.ceil(counts.length / 2);
  const rows = counts.map((counted) => barRow(report, counted, most, width));
  const columns = [rows.slice(0, perColumn), rows.slice(perColumn)];
  const height = Math.max(...columns.map(heightOf));
  flow.need(height);
  columns.forEach((lines, place) => {
    let { top } = flow;
    for (const line of lines) {
      line.draw(flow.page, AREA.left + place * (width + COLUMN_GAP), top);
      top += line.height;
    }
  });
  flow.top += height;
}

/** Returns the height of the bars for a number of names, if each name fits on one line. */
export function barsHeight(names: number): number {
  return Math.ceil(names / 2) * ROW_HEIGHT;
}

function barRow(
  report: Report,
  { name, count, dark = count }: BarCount,
  most: number,
  width: number,
): Line {
  const label = report.set(name, STYLES.cell, LABEL_WIDTH - 8);
  const style = count > 0 ? STYLES.cellStrong : STYLES.cellNote;
  const [number] = report.set(String(count), style, COUNT_WIDTH, { align: "end" });
  const room = width - LABEL_WIDTH - COUNT_WIDTH;
  const bar = barLine(count / most, room, BAR_HEIGHT, dark / most);
  const height = Math.max(ROW_HEIGHT, heightOf(label) + 4);
  return {
    height,
    draw: (page, x, top) => {
      const middle = top + height / 2;
      let labelTop = middle - heightOf(label) / 2;
      for (const line of label) {
        line.draw(page, x, labelTop);
        labelTop += line.height;
      }
      bar.draw(page, x + LABEL_WIDTH, middle - bar.height / 2);
      number?.draw(page, x + width - COUNT_WIDTH, middle - number.height / 2);
    },
  };
}
