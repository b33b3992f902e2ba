import type { Analysis } from "../../../reading/sessions/schema.ts";
import type { Report } from "../pdf/document/report.ts";
import { cellWidths, drawTable, type Row } from "../pdf/document/table.ts";
import { linked, STYLES } from "../pdf/layout/style.ts";
import { barLine } from "./bars.ts";
import { groupUrl } from "./release-facts.ts";
import { listOf } from "./wording.ts";

/** Maximum entries of each kind shown with their reasons; the others are named below. */
const SHOWN = 5;

type Leads = Pick<Analysis, "named_groups" | "leads">;

interface Lead {
  id: string;
  name: string;
  shared: number;
  of: number;
  why: string;
}

/** Draws the groups that the report names, then the leads, each with the reason. */
export function drawLeads(report: Report, { named_groups: named, leads }: Leads): void {
  const widths = cellWidths([27, 17, 56]);
  const heads = ["GROUP", "SHARED TECHNIQUES", "WHAT SPEAKS FOR IT"];
  const columns = heads.map((head, place) => {
    const width = widths[place] ?? 0;
    return { width, head: report.set(head, STYLES.columnHead, width) };
  });
  const mentioned = named.map((group) => ({
    id: group.attack_id,
    name: group.name,
    shared: group.shared_count,
    of: group.technique_count,
    why: `Named as ${listOf(group.names)}; known for ${group.shared_count} of these ${group.technique_count} techniques.`,
  }));
  const isNamed = new Set(mentioned.map(({ id }) => id));
  const others = leads.filter(({ group_attack_id: id }) => !isNamed.has(id));
  const alike = others.map((lead) => ({
    id: lead.group_attack_id,
    name: lead.group_name,
    shared: lead.shared_count,
    of: lead.technique_count,
    why: lead.why,
  }));
  drawTable(report, columns, [
    ...groupRows(report, "Named in the report", mentioned, widths),
    ...groupRows(report, "Known for similar techniques", alike, widths),
  ]);
  report.flow.skip(6);
  for (const more of [mentioned.slice(SHOWN), alike.slice(SHOWN)]) drawMore(report, more);
}

/** Lists groups with their Jaccard similarity in a sentence, in the given order. */
export function listMatches(matches: Analysis["apt_matches"]): string {
  const listed = matches.map(
    ({ group_name: name, group_attack_id: id, similarity, shared_count: shared }) =>
      `${name} (${id}, ${similarity}, ${shared} shared)`,
  );
  return `${listOf(listed)}.`;
}

/** Estimates the height of the table, to place it on one page. */
export function leadsHeight({ named_groups: named, leads: alike }: Leads): number {
  const rows = Math.min(named.length, SHOWN) + Math.min(alike.length, SHOWN);
  return rows === 0 ? 0 : 90 + 46 * rows;
}

function groupRows(
  report: Report,
  title: string,
  leads: readonly Lead[],
  widths: readonly number[],
): Row[] {
  if (leads.length === 0) return [];
  const band = report.set(title, STYLES.band);
  return [
    { band, continued: band, bookmark: title },
    ...leads.slice(0, SHOWN).map((lead) => leadRow(report, lead, widths)),
  ];
}

function leadRow(
  report: Report,
  { id, name, shared, of, why }: Lead,
  [groupWidth = 0, sharedWidth = 0, whyWidth = 0]: readonly number[],
): Row {
  return {
    cells: [
      [
        ...report.set(id, linked(STYLES.id, groupUrl(id)), groupWidth),
        ...report.set(name, STYLES.cellStrong, groupWidth),
      ],
      [
        ...report.set(`${shared} of ${of}`, STYLES.cellStrong, sharedWidth),
        barLine(of === 0 ? 0 : shared / of, Math.min(sharedWidth, 64), 3),
      ],
      report.set(why, STYLES.cell, whyWidth),
    ],
  };
}

function drawMore(report: Report, leads: readonly Lead[]): void {
  if (leads.length === 0) return;
  const listed = leads.map(({ id, name, shared, of }) => `${name} (${id}, ${shared} of ${of})`);
  report.paragraph(`Also ${listOf(listed)}.`, STYLES.note, 3);
}
