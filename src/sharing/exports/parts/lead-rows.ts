import type { GroupRow } from "../../../knowledge/comparison/schema.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable } from "../pdf/document/table.ts";
import { linked, type Span, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { techniqueUrl } from "../../../knowledge/attack/technique-id.ts";
import { groupUrl } from "./release-facts.ts";
import { listOf } from "./wording.ts";

/** So many are shown with what they share; the others are named below. */
const SHOWN = 5;

/** Draws the groups whose techniques overlap most, with the techniques that are shared. */
export function drawLeads(report: Report, leads: readonly GroupRow[]): void {
  const widths = cellWidths([27, 15, 58]);
  const [groupWidth = 0, overlapWidth = 0, sharedWidth = 0] = widths;
  const heads = ["GROUP", "OVERLAP", "SHARED TECHNIQUES"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  const rows = leads.slice(0, SHOWN).map((lead) => ({
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
        ...report.set(percent(lead), STYLES.cellStrong, overlapWidth),
        barLine(lead.similarity, Math.min(overlapWidth, 64), 3),
        ...report.set(`${lead.shared_count} shared`, STYLES.cellNote, overlapWidth),
      ],
      report.set(listIds(lead.shared_techniques), STYLES.cellNote, sharedWidth),
    ],
  }));
  drawTable(report, columns, rows);
  report.flow.skip(6);
  const others = leads.slice(SHOWN);
  if (others.length === 0) return;
  const named = others.map(
    (lead) => `${lead.group_name} (${lead.group_attack_id}, ${percent(lead)})`,
  );
  report.paragraph(`Less overlap: ${listOf(named)}.`, STYLES.note);
}

function percent({ similarity }: GroupRow): string {
  return `${Math.round(similarity * 100)} %`;
}

function listIds(ids: readonly string[]): Span[] {
  if (ids.length === 0) return [{ text: "none", style: STYLES.cellNote }];
  return ids.flatMap((id, index) => [
    { text: id, style: linked(STYLES.cellNote, techniqueUrl(id)) },
    { text: index < ids.length - 1 ? ", " : "", style: STYLES.cellNote },
  ]);
}
