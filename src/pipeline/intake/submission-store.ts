import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { Statement, WorkspaceDb, Writer } from "../../platform/d1/databases.ts";
import { insertRows } from "../../platform/d1/insert-rows.ts";
import { jsonRows } from "../../platform/d1/json-rows.ts";
import {
  canonicalReport,
  type ReportKey,
  reportKeyOf,
  type ReportKeys,
} from "./canonical-report-store.ts";
import { noteArrivals } from "./arrival-store.ts";
import type { Submission } from "./submission.ts";
import { intakeReports, reportTexts } from "./tables.ts";

/** Lists that a repeated report adds to its canonical report. */
const MERGED = [
  "technique_ids",
  "group_ids",
  "software_ids",
  "cve_ids",
  "exploited_cve_ids",
  "new_technique_ids",
] as const;

/** SQL that enters collected reports. */
export class SubmissionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /**
   * Enters new reports with their texts. The names in a known report are added to its canonical report, which also
   * records the additional origin. Parts that refer to reports by key must come after it.
   */
  enter(submissions: readonly Submission[]): Part {
    return (write, held, now) => [
      ...insertReports(write, submissions, held, now),
      ...insertTexts(write, submissions, held),
      ...mergeLists(write, submissions, held),
      ...noteArrivals(write, submissions, held, now),
    ];
  }

  /** Replaces the text of a report with that of a submission. */
  replaceText(reportId: string, { texts }: Pick<Submission, "texts">): Part {
    const rows = texts.map((text, part) => ({ report_id: reportId, part, text }));
    return (write, held) => [
      write.delete(reportTexts).where(and(eq(reportTexts.report_id, reportId), held)),
      ...insertRows(write, reportTexts, rows, held),
    ];
  }

  /** Returns the condition that a report is undecided and has less text than this many characters. */
  isShorter(reportId: string, chars: number): SQL {
    const stored = sql`(select coalesce(sum(length(text)), 0) from report_texts where report_id = ${reportId})`;
    return sql`exists (select 1 from intake_reports where id = ${reportId}
      and status in ('pending', 'reviewing')) and ${stored} < ${chars}`;
  }

  /** Returns the condition that no report is known under a key. */
  isUnknown(key: ReportKey): SQL {
    return sql`${canonicalReport(sql`${JSON.stringify(key)}`)} is null`;
  }

  /** Returns the known reports for keys, by index in the list. */
  async findKnown(keys: readonly ReportKeys[]): Promise<Map<number, string>> {
    if (keys.length === 0) return new Map();
    const rows = await this.selectCanonical(keys.map((key) => ({ ...key, id: "" })));
    return new Map(rows.flatMap(({ place, id }) => (id === null ? [] : [[place, id] as const])));
  }

  /** Returns the select for the canonical report of each key, to run in the batch that enters reports. */
  selectCanonical(keys: readonly ReportKey[]) {
    const json = JSON.stringify(keys.map(reportKeyOf));
    return this.#db
      .select({
        place: sql<number>`i.key`.as("place"),
        id: canonicalReport(sql`i.value`).as("canonical"),
      })
      .from(sql`${jsonRows(json)} i`);
  }
}

function insertReports(
  write: Writer,
  submissions: readonly Submission[],
  held: SQL,
  now: string,
): Statement[] {
  const rows = submissions.map(({ row }) => ({
    ...row,
    status: "pending" as const,
    created_at: now,
    updated_at: now,
  }));
  return insertRows(write, intakeReports, rows, held).map((insert) => insert.onConflictDoNothing());
}

/** Inserts the texts of newly entered reports only. The canonical report of a repetition retains its text. */
function insertTexts(write: Writer, submissions: readonly Submission[], held: SQL): Statement[] {
  const rows = submissions.flatMap(({ row, texts }) =>
    texts.map((text, part) => ({ report_id: row.id, part, text })),
  );
  const isEntered = sql`exists (select 1 from intake_reports r where r.id = value->>'$.report_id')`;
  return insertRows(write, reportTexts, rows, sql`${isEntered} and ${held}`);
}

/** Adds the names in a repeated report to its canonical report. */
function mergeLists(write: Writer, submissions: readonly Submission[], held: SQL): Statement[] {
  return MERGED.flatMap((column) => {
    const naming = submissions.filter(({ row }) => row[column].length > 0);
    if (naming.length === 0) return [];
    const list = naming.map(({ row }) => ({ ...reportKeyOf(row), named: row[column] }));
    const json = JSON.stringify(list);
    const stored = intakeReports[column];
    const merged = sql`(select json_group_array(value) from (
      select value from json_each(${stored}) union
      select named.value from ${jsonRows(json)} i, json_each(i.value, '$.named') named
      where ${canonicalReport(sql`i.value`)} = ${intakeReports.id} order by 1))`;
    const isRepeated = sql`${intakeReports.id} in (
      select ${canonicalReport(sql`i.value`)} from ${jsonRows(json)} i
      where not exists (select 1 from intake_reports own where own.id = i.value->>'$.id'))`;
    return [
      write
        .update(intakeReports)
        .set({ [column]: merged })
        .where(and(isRepeated, held)),
    ];
  });
}
