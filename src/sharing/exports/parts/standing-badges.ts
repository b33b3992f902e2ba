import { AREA } from "../pdf/document/flow.ts";
import type { Canvas } from "../pdf/document/canvas.ts";
import type { Report } from "../pdf/document/report.ts";
import { heightOf, type Line } from "../pdf/layout/line.ts";
import { type Colour, COLOURS, linked, STYLES, tinted } from "../pdf/layout/style.ts";
import type { Standing } from "../../../reading/sessions/standing.ts";

/** A boxed label that shows the basis of a technique. */
export interface Chip {
  strong: string;
  plain: string;
  standing: Standing;
  url: string | null;
}

interface SetChip {
  lines: Line[];
  width: number;
  height: number;
  standing: Standing;
}

const PAD = 4;
const GAP = 4;

/** Filled: confirmed by a person. Framed: from the analysis alone, or in need of evidence. */
const LOOKS: Record<Standing, { fill: Colour | null; frame: Colour; ink: Colour }> = {
  confirmed: { fill: COLOURS.accent, frame: COLOURS.accent, ink: COLOURS.paper },
  analysis: { fill: null, frame: COLOURS.accentSoft, ink: COLOURS.ink },
  open: { fill: null, frame: COLOURS.warning, ink: COLOURS.warning },
  rejected: { fill: null, frame: COLOURS.warning, ink: COLOURS.muted },
};

/** Arranges chips side by side, in as many lines as they need. */
export function chipLines(report: Report, chips: readonly Chip[], width: number): Line[] {
  const rows: SetChip[][] = [[]];
  let used = 0;
  for (const chip of chips) {
    const set = setChip(report, chip, width);
    if (used > 0 && used + set.width > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(set);
    used += set.width + GAP;
  }
  return rows.filter((row) => row.length > 0).map(rowLine);
}

/** Returns a label that shows the basis of a technique. */
export function badgeLine(report: Report, label: string, standing: Standing, width: number): Line {
  return rowLine([setChip(report, { strong: label, plain: "", standing, url: null }, width)]);
}

function setChip(report: Report, { strong, plain, standing, url }: Chip, width: number): SetChip {
  const { ink } = LOOKS[standing];
  const bold = tinted(STYLES.chipStrong, ink);
  const style = tinted(STYLES.chip, ink);
  const rest = plain === "" ? "" : ` ${plain}`;
  const wanted = report.measure(strong, bold) + report.measure(rest, style) + 2 * PAD;
  const spans = [
    { text: strong, style: url === null ? bold : linked(bold, url) },
    { text: rest, style },
  ];
  const own = Math.min(wanted, width);
  // Allows for rounding, since text measured to fit would otherwise wrap.
  const lines = report.set(spans, style, own - 2 * PAD + 0.5, { leading: 1.35 });
  return { lines, width: own, height: heightOf(lines) + 4, standing };
}

function rowLine(chips: readonly SetChip[]): Line {
  const height = Math.max(...chips.map((chip) => chip.height));
  return {
    height: height + GAP,
    draw: (page, x, top) => {
      let left = x;
      for (const chip of chips) {
        drawChip(page, chip, left, top);
        left += chip.width + GAP;
      }
    },
  };
}

function drawChip(
  page: Canvas,
  { lines, width, height, standing }: SetChip,
  left: number,
  top: number,
): void {
  const { fill, frame } = LOOKS[standing];
  if (fill === null) page.strokeBox([left, top, width, height], frame, 0.75);
  else page.fillBox([left, top, width, height], fill);
  let lineTop = top + 2;
  for (const line of lines) {
    line.draw(page, left + PAD, lineTop);
    lineTop += line.height;
  }
}

/** Draws the legend of the label styles. */
export function drawLegend(report: Report): void {
  const chips: Chip[] = [
    { strong: "Confirmed", plain: "by a person", standing: "confirmed", url: null },
    { strong: "Analyzer only", plain: "not reviewed", standing: "analysis", url: null },
    { strong: "Needs evidence", plain: "says a reviewer", standing: "open", url: null },
  ];
  report.flow.add(chipLines(report, chips, AREA.width));
  report.flow.skip(6);
}
