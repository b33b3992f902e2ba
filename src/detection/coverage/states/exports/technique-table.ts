import { techniqueUrl } from "../../../../knowledge/attack/technique-id.ts";
import { plural } from "../../../../sharing/exports/parts/wording.ts";
import type { Report } from "../../../../sharing/exports/pdf/document/report.ts";
import { cellWidths, drawTable, type Row } from "../../../../sharing/exports/pdf/document/table.ts";
import {
  type Colour,
  linked,
  STYLES,
  tinted,
} from "../../../../sharing/exports/pdf/layout/style.ts";
import { BY_NEED, type Standing } from "../vocabulary.ts";
import type { PrintedTechnique } from "./printed-coverage.ts";
import { STANDING_LOOKS } from "./state-looks.ts";

/** Draws techniques by state, each with its rules and log sources. */
export function drawTechniques(report: Report, techniques: readonly PrintedTechnique[]): void {
  const widths = cellWidths([28, 36, 36]);
  const columns = ["TECHNIQUE", "RULES", "LOG SOURCES"].map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  drawTable(report, columns, listRows(report, techniques, widths));
}

function* listRows(
  report: Report,
  techniques: readonly PrintedTechnique[],
  widths: readonly number[],
): Generator<Row> {
  for (const standing of BY_NEED) {
    const members = techniques.filter((technique) => technique.standing === standing);
    if (members.length === 0) continue;
    const { label } = STANDING_LOOKS[standing];
    const band = (note: string) =>
      report.set(
        [
          { text: label, style: tinted(STYLES.band, colourOf(standing)) },
          { text: `  ${note}`, style: STYLES.cellNote },
        ],
        STYLES.band,
      );
    yield {
      bookmark: `${label} (${members.length})`,
      band: band(plural(members.length, "technique")),
      continued: band("continued"),
    };
    for (const technique of members) yield techniqueRow(report, technique, widths);
  }
}

function techniqueRow(
  report: Report,
  technique: PrintedTechnique,
  [nameWidth = 0, ruleWidth = 0, sourceWidth = 0]: readonly number[],
): Row {
  const { attack_id: id, name, standing, family, last_test: test } = technique;
  return {
    cells: [
      [
        ...report.set(id, linked(STYLES.id, techniqueUrl(id)), nameWidth),
        ...report.set(name, STYLES.cellStrong, nameWidth),
        ...(test === null ? [] : report.set(test, STYLES.cellNote, nameWidth)),
        ...(family === standing
          ? []
          : report.set(
              `with its family: ${STANDING_LOOKS[family].label.toLowerCase()}`,
              STYLES.cellNote,
              nameWidth,
            )),
      ],
      technique.rules.flatMap((text) => report.set(text, STYLES.cell, ruleWidth)),
      technique.sources.flatMap((text) => report.set(text, STYLES.cell, sourceWidth)),
    ],
  };
}

/** Returns the text style of a standing. */
export function standingStyle(standing: Standing) {
  return tinted(STYLES.strong, colourOf(standing));
}

function colourOf(standing: Standing): Colour {
  const { ink } = STANDING_LOOKS[standing];
  return [(ink >> 16) / 255, ((ink >> 8) & 255) / 255, (ink & 255) / 255];
}
