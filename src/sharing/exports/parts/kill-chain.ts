import { AREA } from "../pdf/document/flow.ts";
import type { Report } from "../pdf/document/report.ts";
import { heightOf, type Line } from "../pdf/layout/line.ts";
import { COLOURS, STYLES, tinted } from "../pdf/layout/style.ts";
import { groupByTactic } from "../content/by-tactic.ts";
import type { SessionContent } from "../content/session-content.ts";
import { standingOf } from "../../../reading/sessions/standing.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import { chipLines, drawLegend } from "./standing-badges.ts";

const NODE = 7;
const LABEL_LEFT = 16;
const LABEL_WIDTH = 112;
const CHIPS_LEFT = LABEL_LEFT + LABEL_WIDTH + 8;
const STEP_GAP = 4;

/** Draws the tactics from top to bottom in matrix order, each with its techniques. */
export function drawKillChain(report: Report, { techniques, tactics }: SessionContent): void {
  drawLegend(report);
  const steps = groupByTactic(techniques, tactics);
  steps.forEach(({ name, members }, place) => {
    const chips = members.map((technique) => ({
      strong: technique.attack_id,
      plain: technique.name,
      standing: standingOf(technique),
      url: techniqueUrl(technique.attack_id),
    }));
    const lines = chipLines(report, chips, AREA.width - CHIPS_LEFT);
    drawStep(report, { name, count: members.length, lines, isLast: place === steps.length - 1 });
  });
}

interface Step {
  name: string;
  count: number;
  lines: readonly Line[];
  isLast: boolean;
}

/** Draws a tactic with its chips, over as many pages as they need, and repeats the label on each. */
function drawStep(report: Report, { name, count, lines, isLast }: Step): void {
  const { flow } = report;
  const style = count > 0 ? STYLES.cellStrong : tinted(STYLES.cell, COLOURS.muted);
  const label = report.set(name, style, LABEL_WIDTH);
  let rest = [...lines];
  do {
    const least = Math.max(heightOf(label), rest[0]?.height ?? 0);
    flow.need(rest.length <= 4 ? Math.max(least, heightOf(rest)) : least);
    const fitting = countFitting(rest, flow.room);
    const part = rest.slice(0, fitting);
    rest = rest.slice(fitting);
    const height = Math.max(heightOf(label), heightOf(part)) + STEP_GAP;
    drawRail(report, count > 0, isLast && rest.length === 0 ? NODE : height);
    drawAt(report, label, AREA.left + LABEL_LEFT);
    drawAt(report, part, AREA.left + CHIPS_LEFT);
    flow.top = Math.min(flow.top + height, AREA.bottom);
  } while (rest.length > 0);
}

/** Draws the marker of a tactic, and the line to the next one. */
function drawRail(report: Report, hasAny: boolean, length: number): void {
  const { page, top } = report.flow;
  const colour = hasAny ? COLOURS.accent : COLOURS.rule;
  page.fillBox([AREA.left + NODE / 2 - 0.5, top + NODE, 1, Math.max(0, length - 3)], COLOURS.rule);
  page.fillBox([AREA.left, top + 3, NODE, NODE], colour);
}

function drawAt(report: Report, lines: readonly Line[], left: number): void {
  let { top } = report.flow;
  for (const line of lines) {
    line.draw(report.flow.page, left, top);
    top += line.height;
  }
}

function countFitting(lines: readonly Line[], room: number): number {
  let used = 0;
  const index = lines.findIndex(({ height }) => (used += height) > room);
  return index === -1 ? lines.length : Math.max(1, index);
}
