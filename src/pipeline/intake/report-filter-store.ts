import { and, eq, type SQL, sql } from "drizzle-orm";
import { foldText } from "../../platform/lib/text.ts";
import { intakeReports } from "./tables.ts";
import type { AnalysisState, IntakeState, Reason } from "./vocabulary.ts";

/** Filter of a report list. */
export interface ReportFilter {
  ids?: readonly string[] | undefined;
  status?: IntakeState | undefined;
  analysis_status?: AnalysisState | undefined;
  q?: string | undefined;
  source_id?: string | undefined;
  import_id?: string | undefined;
  /** IDs of groups, software, techniques and vulnerabilities, all of which it must name. */
  names?: readonly string[] | undefined;
  has?: readonly Reason[] | undefined;
  /** The earliest arrival time (inclusive), and the latest (exclusive). */
  since?: string | undefined;
  until?: string | undefined;
}

const LISTS = {
  groups: intakeReports.group_ids,
  software: intakeReports.software_ids,
  cves: intakeReports.cve_ids,
  exploited_cves: intakeReports.exploited_cve_ids,
  new_techniques: intakeReports.new_technique_ids,
} as const satisfies Record<Reason, unknown>;

/** Returns SQL for the reports that match a filter, or undefined for all. */
export function matching(filter: ReportFilter): SQL | undefined {
  const { status, analysis_status: analysis, q, source_id: source, import_id: importId } = filter;
  const { ids, names = [], has = [], since, until } = filter;
  const { created_at: entered } = intakeReports;
  return and(
    ids === undefined
      ? undefined
      : sql`${intakeReports.id} in (select value from json_each(${JSON.stringify(ids)}))`,
    status === undefined ? undefined : eq(intakeReports.status, status),
    analysis === undefined ? undefined : eq(intakeReports.analysis_status, analysis),
    source === undefined ? undefined : eq(intakeReports.source_id, source),
    importId === undefined ? undefined : eq(intakeReports.import_id, importId),
    since === undefined ? undefined : sql`${entered} >= ${since}`,
    until === undefined ? undefined : sql`${entered} < ${until}`,
    // LIKE patterns are limited to 50 bytes, and interpret wildcards.
    q === undefined ? undefined : sql`instr(${intakeReports.search_text}, ${foldText(q)}) > 0`,
    ...has.map((reason) => sql`${LISTS[reason]} <> '[]'`),
    ...names.map(isNamed),
  );
}

/** Returns the condition that a report names something. A technique also matches through its sub-techniques. */
function isNamed(id: string): SQL {
  return sql`exists (select 1 from json_each(${listOf(id)}) named
    where named.value = ${id} or substr(named.value, 1, ${id.length + 1}) = ${`${id}.`})`;
}

function listOf(id: string) {
  if (id.startsWith("CVE-")) return intakeReports.cve_ids;
  if (id.startsWith("G")) return intakeReports.group_ids;
  return id.startsWith("S") ? intakeReports.software_ids : intakeReports.technique_ids;
}
