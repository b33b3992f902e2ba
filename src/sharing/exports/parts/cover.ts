import { AREA } from "../pdf/document/flow.ts";
import type { Report } from "../pdf/document/report.ts";
import { gap, heightOf, type Line } from "../pdf/layout/line.ts";
import { COLOURS, type Span, STYLES, type TextStyle } from "../pdf/layout/style.ts";

export interface Cover {
  kicker: string;
  title: string;
  subtitle: string;
  figures: readonly { value: string; label: string }[];
  facts: readonly { label: string; value: string }[];
}

const FACT_LABEL = 110;

/** Draws the head of a document: its subject, its figures, and its origin. */
export function drawCover(report: Report, cover: Cover, top: number): void {
  const { flow } = report;
  flow.page.fillBox([0, 0, 595.28, 10], COLOURS.accent);
  flow.top = top;
  flow.add(report.set(cover.kicker.toUpperCase(), STYLES.kicker));
  flow.top += 8;
  flow.add(report.set(cover.title, titleStyle(cover.title), AREA.width, { leading: 1.3 }));
  flow.top += 6;
  flow.add(report.set(cover.subtitle, STYLES.subtitle));
  flow.skip(26);
  drawFigures(report, cover.figures);
  flow.skip(24);
  drawFacts(report, cover.facts);
}

/** Draws labels with their texts next to them. */
export function drawFacts(
  report: Report,
  facts: readonly { label: string; value: string | readonly Span[] }[],
  after = 3,
): void {
  for (const { label, value } of facts) drawFact(report, label, value, after);
}

/** Returns the title style. Long titles are set smaller, so that the first page fits. */
function titleStyle({ length }: string): TextStyle {
  if (length <= 70) return STYLES.title;
  return { ...STYLES.title, size: length <= 140 ? 19 : 15 };
}

function drawFigures(report: Report, figures: Cover["figures"]): void {
  const { flow } = report;
  const width = AREA.width / figures.length;
  const cells = figures.map(({ value, label }) => [
    ...report.set(value, STYLES.figure, width - 12, { leading: 1.2 }),
    ...report.set(label, STYLES.note, width - 12),
  ]);
  const height = Math.max(...cells.map(heightOf));
  flow.need(height + 20);
  flow.page.fillBox([AREA.left, flow.top, AREA.width, 0.75], COLOURS.rule);
  flow.top += 12;
  cells.forEach((lines, index) => drawLines(report, lines, AREA.left + index * width));
  flow.top += height + 12;
  flow.page.fillBox([AREA.left, flow.top, AREA.width, 0.75], COLOURS.rule);
}

function drawFact(
  report: Report,
  label: string,
  value: string | readonly Span[],
  after: number,
): void {
  const { flow } = report;
  const name = report.set(label, STYLES.note, FACT_LABEL);
  const lines = report.set(value, STYLES.body, AREA.width - FACT_LABEL);
  // The label is next to the first line, wherever that is placed.
  flow.need(Math.max(heightOf(name), heightOf(lines.slice(0, 2))));
  drawLines(report, [gap(0.7), ...name], AREA.left);
  flow.add(lines, AREA.left + FACT_LABEL);
  flow.skip(after);
}

/** Draws lines without advancing the position. */
function drawLines(report: Report, lines: readonly Line[], left: number): void {
  let { top } = report.flow;
  for (const line of lines) {
    line.draw(report.flow.page, left, top);
    top += line.height;
  }
}
