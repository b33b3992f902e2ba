import {
  COVERAGE_NOTE,
  describeCoverage,
  describeProof,
  type SessionCoverage,
} from "../content/session-coverage.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable } from "../pdf/document/table.ts";
import { linked, STYLES } from "../pdf/layout/style.ts";
import { plural } from "./wording.ts";

/** Maximum techniques of the section, to fit on a page; the CSV export has all. */
const MAX_TECHNIQUES = 25;

/** Draws the team's coverage of a session's techniques. */
export function drawSessionCoverage(report: Report, coverage: SessionCoverage): void {
  report.paragraph(describeCoverage(coverage), STYLES.strong);
  report.paragraph(COVERAGE_NOTE, STYLES.note);
  const widths = cellWidths([27, 17, 28, 28]);
  const columns = ["TECHNIQUE", "STATE", "ENABLED RULES", "LOG SOURCES"].map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  const [idWidth = 0, stateWidth = 0, ruleWidth = 0, dataWidth = 0] = widths;
  const shown = coverage.techniques.slice(0, MAX_TECHNIQUES);
  if (shown.length === 0) return;
  drawTable(
    report,
    columns,
    shown.map((technique) => {
      const { attack_id: id, name, label, family_label: family } = technique;
      const { rules, data } = describeProof(technique);
      return {
        cells: [
          [
            ...report.set(id, linked(STYLES.id, techniqueUrl(id)), idWidth),
            ...report.set(name, STYLES.cell, idWidth),
          ],
          [
            ...report.set(label, STYLES.cellStrong, stateWidth),
            ...(family === null
              ? []
              : report.set(
                  `with its family: ${family.toLowerCase()}`,
                  STYLES.cellNote,
                  stateWidth,
                )),
          ],
          report.set(rules, STYLES.cellNote, ruleWidth),
          report.set(data, STYLES.cellNote, dataWidth),
        ],
      };
    }),
  );
  const rest = coverage.techniques.length - shown.length;
  if (rest > 0) {
    report.flow.skip(6);
    report.paragraph(
      `And ${plural(rest, "more technique")}, which the CSV export has.`,
      STYLES.note,
    );
  }
}
