import { type SQL, sql } from "drizzle-orm";
import type { Statement, Writer } from "../../platform/d1/databases.ts";
import { insertFrom } from "../../platform/d1/insert-rows.ts";
import { jsonChunks } from "../../platform/d1/json-chunks.ts";
import { jsonRows } from "../../platform/d1/json-rows.ts";
import { canonicalReport, reportKeyOf } from "./canonical-report-store.ts";
import type { ReportRow, Submission } from "./submission.ts";
import { reportArrivals } from "./tables.ts";
import { MAX_ARRIVALS } from "./vocabulary.ts";

/**
 * Returns the statements that record additional origins on known reports, once per origin and at most
 * `MAX_ARRIVALS` per report. A feed that still lists an item it delivered adds no repetition.
 */
export function noteArrivals(
  write: Writer,
  submissions: readonly Submission[],
  held: SQL,
  now: string,
): Statement[] {
  const rows = submissions.map(({ row }) => ({
    ...reportKeyOf(row),
    key: keyOf(row),
    title: row.title,
    url: row.url,
    publisher: row.publisher,
    source_id: row.source_id,
    import_id: row.import_id,
  }));
  return [...jsonChunks(rows)].map(({ json }) => insertArrivals(write, json, held, now));
}

function insertArrivals(write: Writer, json: string, held: SQL, now: string): Statement {
  const given = (field: string) => sql`i.value ->> ${`$.${field}`}`;
  const values = {
    report_id: sql`report.id`,
    key: given("key"),
    title: given("title"),
    url: given("url"),
    publisher: given("publisher"),
    source_id: given("source_id"),
    import_id: given("import_id"),
    arrived_at: sql`${now}`,
  };
  const isSameItem = sql`coalesce(report.source_id = ${given("source_id")}
    and case when ${given("foreign_key")} is null then report.url_key = ${given("url_key")}
      else report.foreign_key = ${given("foreign_key")} end, false)`;
  const place = sql`row_number() over (partition by report.id order by i.key)`;
  const listed = sql`(select count(*) from report_arrivals a where a.report_id = report.id)`;
  const repeated = sql`(
    select i.value as value, i.key as key, ${listed} + ${place} as place
    from ${jsonRows(json)} i join intake_reports report on report.id = ${canonicalReport(sql`i.value`)}
    where report.id <> i.value ->> '$.id' and not ${isSameItem}
      and not exists (select 1 from report_arrivals a
        where a.report_id = report.id and a.key = ${given("key")})) i
    join intake_reports report on report.id = ${canonicalReport(sql`i.value`)}`;
  const isRoom = sql`i.place <= ${MAX_ARRIVALS}`;
  return insertFrom(write, reportArrivals, values, repeated, sql`${isRoom} and ${held}`, [
    sql`i.key`,
  ]).onConflictDoNothing();
}

/** Returns the key of an origin's report. The same item of a source is one arrival, however often it is read. */
function keyOf(row: ReportRow): string {
  const origin = row.source_id ?? row.import_id ?? "";
  return `${origin} ${row.foreign_key ?? row.url_key ?? row.title_key ?? row.id}`;
}
