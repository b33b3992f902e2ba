import type { GroupRow } from "../../../knowledge/comparison/schema.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable } from "../pdf/document/table.ts";
import { linked, type Span, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import { groupUrl } from "./release-facts.ts";

/** Draws the groups whose techniques overlap most, with the techniques that are shared. */
export function drawLeads(report: Report, leads: readonly GroupRow[]): void {
  const widths = cellWidths([27, 19, 54]);
  const [groupWidth = 0, similarityWidth = 0, sharedWidth = 0] = widths;
  const heads = ["GROUP", "SIMILARITY (JACCARD)", "SHARED TECHNIQUES"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  const rows = leads.map((lead) => ({
    cells: [
      [
        ...report.set(
          lead.group_attack_id,
          linked(STYLES.id, groupUrl(lead.group_attack_id)),
          groupWidth,
        ),
        ...report.set(lead.group_name, STYLES.cellStrong, groupWidth),
      ],
      [
        ...report.set(lead.similarity.toFixed(4), STYLES.cellStrong, similarityWidth),
        barLine(lead.similarity, Math.min(similarityWidth, 64), 3),
        ...report.set(`${lead.shared_count} shared`, STYLES.cellNote, similarityWidth),
      ],
      report.set(listIds(lead.shared_techniques), STYLES.cell, sharedWidth),
    ],
  }));
  drawTable(report, columns, rows);
}

function listIds(ids: readonly string[]): Span[] {
  if (ids.length === 0) return [{ text: "none", style: STYLES.cell }];
  return ids.flatMap((id, index) => [
    { text: id, style: linked(STYLES.cell, techniqueUrl(id)) },
    { text: index < ids.length - 1 ? ", " : "", style: STYLES.cell },
  ]);
}
