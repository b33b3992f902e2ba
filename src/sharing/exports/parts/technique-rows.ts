import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { drawTable, cellWidths, type Row } from "../pdf/document/table.ts";
import type { Report } from "../pdf/document/report.ts";
import { gap, type Line } from "../pdf/layout/line.ts";
import { COLOURS, linked, type Span, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import { tacticName } from "./release-facts.ts";
import { plural } from "./wording.ts";

const REVIEWS: Record<TechniqueResult["review_status"], string> = {
  suggested: "Not reviewed",
  accepted: "Accepted",
  rejected: "Rejected",
  needs_evidence: "Needs evidence",
};

/** Draws the techniques of an analysis with their evidence, by tactic in matrix order. */
export function drawTechniques(
  report: Report,
  techniques: readonly TechniqueResult[],
  index: ReleaseIndex,
): void {
  const widths = cellWidths([33, 48, 19]);
  const heads = ["TECHNIQUE", "EVIDENCE IN THE REPORT", "ASSESSMENT"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  drawTable(report, columns, listRows(report, techniques, index, widths));
}

function* listRows(
  report: Report,
  techniques: readonly TechniqueResult[],
  index: ReleaseIndex,
  widths: number[],
): Generator<Row> {
  for (const { name, members } of groupByTactic(techniques, index)) {
    yield bandRow(report, name, members.length);
    for (const technique of members) yield techniqueRow(report, technique, index, widths);
  }
}

/** Techniques by their tactic: tactics of the release in matrix order, then others by slug. */
function groupByTactic(
  techniques: readonly TechniqueResult[],
  index: ReleaseIndex,
): { name: string; members: TechniqueResult[] }[] {
  const groups = Map.groupBy(techniques, ({ tactic }) => tactic);
  const known = index.tactics.map(({ shortname }) => shortname);
  const others = [...groups.keys()].filter((slug) => !known.includes(slug)).sort();
  return [...known, ...others].flatMap((slug) => {
    const members = groups.get(slug);
    return members === undefined ? [] : [{ name: tacticName(index, slug), members }];
  });
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
  index: ReleaseIndex,
  [nameWidth = 0, evidenceWidth = 0, assessmentWidth = 0]: number[],
): Row {
  const facts = index.techniques.get(technique.attack_id);
  const tactics = (facts?.tactics ?? [technique.tactic]).map((slug) => tacticName(index, slug));
  const note = (text: string) => report.set(text, STYLES.cellNote, nameWidth);
  const platforms = facts?.platforms ?? [];
  const name = [
    ...report.set(
      technique.attack_id,
      linked(STYLES.id, techniqueUrl(technique.attack_id)),
      nameWidth,
    ),
    ...report.set(technique.name, STYLES.cellStrong, nameWidth),
    gap(1.5),
    ...note(tactics.join(", ")),
    ...(platforms.length > 0 ? note(platforms.join(", ")) : []),
    ...(technique.replaced_from === null
      ? []
      : note(`The report names ${technique.replaced_from}, which this one replaces.`)),
  ];
  const evidence =
    technique.evidence.trim() === ""
      ? report.set("No passage was quoted.", STYLES.cellNote, evidenceWidth)
      : report.set(quote(technique.evidence), STYLES.cell, evidenceWidth);
  return {
    cells: [name, evidence, assessmentLines(report, technique, assessmentWidth)],
    continued: note(`${technique.attack_id}, continued`),
  };
}

/** Evidence as it stands in the report; line ends of its layout are no part of what it says. */
function quote(evidence: string): string {
  return `“${evidence.trim().replace(/\s*\n\s*/g, " ")}”`;
}

function assessmentLines(report: Report, technique: TechniqueResult, width: number): Line[] {
  const { confidence, verified, review_status: review } = technique;
  const isOpen = review === "needs_evidence";
  const reviewStyle = isOpen ? { ...STYLES.cellNote, colour: COLOURS.warning } : STYLES.cellNote;
  const located = verified ? "Verified in the text" : "Not found word for word";
  return [
    ...report.set(`${Math.round(confidence * 100)} %`, STYLES.cellStrong, width),
    barLine(confidence, Math.min(width, 64), 3),
    gap(1),
    ...report.set(located, STYLES.cellNote, width),
    ...report.set(REVIEWS[review], reviewStyle, width),
  ];
}
