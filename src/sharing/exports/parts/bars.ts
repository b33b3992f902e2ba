import { AREA } from "../pdf/document/flow.ts";
import type { Report } from "../pdf/document/report.ts";
import type { Line } from "../pdf/layout/line.ts";
import { COLOURS, STYLES } from "../pdf/layout/style.ts";

const LABEL_WIDTH = 128;
const COUNT_WIDTH = 34;
const BAR_HEIGHT = 8;

/** A bar on its track that is `share` (0 to 1) of `width` points long. */
export function barLine(share: number, width: number, height = 4): Line {
  return {
    height: height + 4,
    draw: (page, x, top) => {
      page.fillBox([x, top + 2, width, height], COLOURS.track);
      // What is there at all is seen.
      const length = share > 0 ? Math.max(1.5, share * width) : 0;
      if (length > 0) page.fillBox([x, top + 2, length, height], COLOURS.accent);
    },
  };
}

/** Draws how often each name counts, in the order given, as horizontal bars. */
export function drawBars(report: Report, counts: readonly { name: string; count: number }[]): void {
  const { flow } = report;
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const width = AREA.width - LABEL_WIDTH - COUNT_WIDTH;
  for (const { name, count } of counts) {
    const label = report.set(name, STYLES.cell, LABEL_WIDTH - 12);
    const height = Math.max(17, label.reduce((sum, line) => sum + line.height, 0) + 4);
    flow.need(height);
    const middle = flow.top + height / 2;
    let top = middle - label.reduce((sum, line) => sum + line.height, 0) / 2;
    for (const line of label) {
      line.draw(flow.page, AREA.left, top);
      top += line.height;
    }
    const bar = barLine(count / most, width, BAR_HEIGHT);
    bar.draw(flow.page, AREA.left + LABEL_WIDTH, middle - bar.height / 2);
    const style = count > 0 ? STYLES.cellStrong : STYLES.cellNote;
    const [number] = report.set(String(count), style, COUNT_WIDTH, { align: "end" });
    if (number !== undefined) {
      number.draw(flow.page, AREA.left + AREA.width - COUNT_WIDTH, middle - number.height / 2);
    }
    flow.top += height;
  }
}
