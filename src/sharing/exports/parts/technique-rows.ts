import { groupByTactic } from "../content/by-tactic.ts";
import type { SessionContent } from "../content/session-content.ts";
import {
  confidenceLine,
  judgementLine,
  reviewLines,
  standingLabel,
  verifiedLine,
} from "../content/standing.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import { standingOf } from "../../../reading/sessions/standing.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable, type Row } from "../pdf/document/table.ts";
import { gap, type Line } from "../pdf/layout/line.ts";
import { linked, type Span, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { tacticName } from "./release-facts.ts";
import { badgeLine } from "./standing-badges.ts";
import { plural } from "./wording.ts";

/** Draws the techniques of an analysis with their evidence, by tactic in matrix order. */
export function drawTechniques(report: Report, content: SessionContent): void {
  const widths = cellWidths([28, 52, 20]);
  const heads = ["TECHNIQUE", "EVIDENCE IN THE REPORT", "STANDING"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  drawTable(report, columns, listRows(report, content, widths));
}

function* listRows(report: Report, content: SessionContent, widths: number[]): Generator<Row> {
  const { techniques, tactics } = content;
  for (const { name, members } of groupByTactic(techniques, tactics)) {
    if (members.length === 0) continue;
    yield bandRow(report, name, members.length);
    for (const technique of members) yield techniqueRow(report, technique, content, widths);
  }
}

function bandRow(report: Report, name: string, count: number): Row {
  const line = (note: string): Span[] => [
    { text: name, style: STYLES.band },
    { text: `  ${note}`, style: STYLES.cellNote },
  ];
  return {
    bookmark: `${name} (${count})`,
    band: report.set(line(plural(count, "technique")), STYLES.band),
    continued: report.set(line("continued"), STYLES.band),
  };
}

function techniqueRow(
  report: Report,
  technique: TechniqueResult,
  content: SessionContent,
  [nameWidth = 0, evidenceWidth = 0, standingWidth = 0]: number[],
): Row {
  const { attack_id: id, name, tactic, replaced_from: replaced } = technique;
  const note = (text: string) => report.set(text, STYLES.cellNote, nameWidth);
  const others = (content.tactics_of[id] ?? [])
    .filter((slug) => slug !== tactic)
    .map((slug) => tacticName(content, slug));
  return {
    cells: [
      [
        ...report.set(id, linked(STYLES.id, techniqueUrl(id)), nameWidth),
        ...report.set(name, STYLES.cellStrong, nameWidth),
        gap(1.5),
        ...(others.length > 0 ? note(`also ${others.join(", ")}`) : []),
        ...(replaced === null
          ? []
          : note(`The report names ${replaced}, which this one replaces.`)),
      ],
      evidenceLines(report, technique, evidenceWidth),
      standingLines(report, technique, standingWidth),
    ],
    continued: note(`${id}, continued`),
  };
}

/** Returns the best passage, then the others, open checks and people's notes. */
function evidenceLines(report: Report, technique: TechniqueResult, width: number): Line[] {
  const { evidence, passages, warnings, note } = technique;
  const best =
    evidence.trim() === ""
      ? report.set("No passage was quoted.", STYLES.cellNote, width)
      : report.set(quote(evidence), STYLES.cell, width);
  const others = passages
    .map(({ text }) => text)
    .filter((text) => text !== evidence && tells(text));
  return [
    ...best,
    ...others.flatMap((text) => [
      gap(1.5),
      ...report.set(`also: ${quote(text)}`, STYLES.cellNote, width),
    ]),
    ...warnings.flatMap((text) => [gap(2), ...report.set(`Check: ${text}`, STYLES.warning, width)]),
    ...(note.trim() === ""
      ? []
      : [
          gap(2),
          ...report.set(
            [
              { text: "Analyst's note: ", style: STYLES.chipStrong },
              { text: note.trim(), style: STYLES.chip },
            ],
            STYLES.chip,
            width,
          ),
        ]),
  ];
}

/** Returns whether a further passage is more informative than a name. */
function tells(text: string): boolean {
  const words = text.trim();
  return words !== "" && (/[^\x20-\x7e\s]/.test(words) || words.split(/\s+/).length > 3);
}

/** Quotes evidence from the report, without the white space of its layout. */
function quote(evidence: string): string {
  return `“${evidence.trim().replace(/\s+/g, " ")}”`;
}

function standingLines(report: Report, technique: TechniqueResult, width: number): Line[] {
  const standing = standingOf(technique);
  const confident = confidenceLine(technique);
  const judged = judgementLine(technique);
  return [
    badgeLine(report, standingLabel(technique), standing, width),
    ...reviewLines(technique).flatMap((line) => report.set(line, STYLES.cellNote, width)),
    ...(judged === null ? [] : report.set(judged, STYLES.cellNote, width)),
    ...(confident === null
      ? []
      : [
          ...report.set(confident, STYLES.cellNote, width),
          barLine(technique.confidence, Math.min(width, 64), 3),
        ]),
    ...report.set(verifiedLine(technique), STYLES.cellNote, width),
  ];
}
