import type { HintRow } from "../content/hint-rows.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable, type Row } from "../pdf/document/table.ts";
import { linked, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { listOf, plural } from "./wording.ts";

/** Maximum entries shown with their techniques; the others are named below. */
const SHOWN = 15;
/** Maximum ids printed in a row. */
const MAX_IDS = 40;

/** Draws the software and vulnerabilities that the report names, with the techniques that they lead to. */
export function drawHints(report: Report, hints: readonly HintRow[]): void {
  const widths = cellWidths([27, 17, 56]);
  const heads = ["NAMED", "FOUND OF ITS TECHNIQUES", "TECHNIQUES"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  drawTable(
    report,
    columns,
    hints.slice(0, SHOWN).map((hint) => hintRow(report, hint, widths)),
  );
  report.flow.skip(6);
  const more = hints.slice(SHOWN).map(({ id, name, found, others }) => {
    return `${name} (${id}, ${found.length} of ${found.length + others.length})`;
  });
  if (more.length > 0) report.paragraph(`Also ${listOf(more)}.`, STYLES.note, 3);
}

function hintRow(
  report: Report,
  { id, name, url, found, others }: HintRow,
  [nameWidth = 0, countWidth = 0, listWidth = 0]: readonly number[],
): Row {
  const all = found.length + others.length;
  return {
    cells: [
      [
        ...report.set(id, url === null ? STYLES.id : linked(STYLES.id, url), nameWidth),
        ...report.set(name, STYLES.cellStrong, nameWidth),
      ],
      [
        ...report.set(`${found.length} of ${all}`, STYLES.cellStrong, countWidth),
        barLine(found.length / all, Math.min(countWidth, 64), 3),
      ],
      [
        ...(found.length === 0
          ? []
          : report.set(`Found: ${joinIds(found)}`, STYLES.cellStrong, listWidth)),
        ...(others.length === 0
          ? []
          : report.set(`Not found: ${joinIds(others)}`, STYLES.cell, listWidth)),
      ],
    ],
  };
}

function joinIds(ids: readonly string[]): string {
  const left = ids.length - MAX_IDS;
  const shown = ids.slice(0, MAX_IDS).join(", ");
  return left > 0 ? `${shown} and ${plural(left, "other")}` : shown;
}
