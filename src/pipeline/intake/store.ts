import { and, asc, count, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Part } from "../../platform/audit/commit.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { totalOf } from "../../platform/quotas/store.ts";
import { foldText } from "../../platform/lib/text.ts";
import { intakeReports, reportTexts } from "./tables.ts";
import type { IntakeState } from "./vocabulary.ts";

export type Report = typeof intakeReports.$inferSelect;

/** Which reports a list is to hold. */
export interface ReportFilter {
  status?: IntakeState | undefined;
  q?: string | undefined;
  source_id?: string | undefined;
  import_id?: string | undefined;
  /** A technique, or one of its sub-techniques. */
  technique?: string | undefined;
  group?: string | undefined;
}

/** What may change of a report. */
export type ReportChange = Partial<
  Pick<
    Report,
    "status" | "analyst_notes" | "source_reliability" | "analysis_status" | "analysis_error"
  >
>;

/** A report in a state, or in any. */
export type ReportState = Pick<Report, "id"> & Partial<Pick<Report, "status" | "analysis_status">>;

/** SQL for collected reports. */
export class IntakeStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(id: string): Promise<Report | null> {
    const rows = await this.#db.select().from(intakeReports).where(eq(intakeReports.id, id));
    return rows[0] ?? null;
  }

  /** Those of many reports that are there, in no order. */
  async findAll(ids: readonly string[]): Promise<Report[]> {
    return await this.#db
      .select()
      .from(intakeReports)
      .where(sql`${intakeReports.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  }

  /** The whole text of a report. */
  async readText(id: string): Promise<string> {
    const parts = await this.#db
      .select({ text: reportTexts.text })
      .from(reportTexts)
      .where(eq(reportTexts.report_id, id))
      .orderBy(asc(reportTexts.part));
    return parts.map(({ text }) => text).join("");
  }

  /** The next reports by id, of those that came in before a time. */
  async listEntered(after: string, before: string, limit: number): Promise<Report[]> {
    return await this.#db
      .select()
      .from(intakeReports)
      .where(and(gt(intakeReports.id, after), lt(intakeReports.created_at, before)))
      .orderBy(asc(intakeReports.id))
      .limit(limit);
  }

  /** Newest first. `q` is looked for in title, summary, publisher and URL, literally. */
  async list(page: Page & { limit: number }, filter: ReportFilter): Promise<Paged<Report>> {
    const wanted = matching(filter);
    return await readPage(this.#db, intakeReports, {
      where: wanted,
      orderBy: [desc(intakeReports.created_at), desc(intakeReports.id)],
      page,
      total: wanted === undefined ? totalOf("intake_reports") : undefined,
    });
  }

  /** The next reports of a walk through all of them, by id. */
  async listAfter(after: string | null, limit: number, filter: ReportFilter): Promise<Report[]> {
    const beyond = after === null ? undefined : sql`${intakeReports.id} > ${after}`;
    return await this.#db
      .select()
      .from(intakeReports)
      .where(and(matching(filter), beyond))
      .orderBy(asc(intakeReports.id))
      .limit(limit);
  }

  /** That a report is there and has not left the state that is given. */
  isThere({ id, status, analysis_status: analysis }: ReportState): SQL {
    const wanted = and(
      eq(intakeReports.id, id),
      status === undefined ? undefined : eq(intakeReports.status, status),
      analysis === undefined ? undefined : sql`${intakeReports.analysis_status} is ${analysis}`,
    );
    return sql`exists (select 1 from intake_reports where ${wanted})`;
  }

  /** Changes a report. */
  change(id: string, change: ReportChange): Part {
    return (write, held, now) => [
      write
        .update(intakeReports)
        .set({ ...change, updated_at: now })
        .where(and(eq(intakeReports.id, id), held)),
    ];
  }

  /** Deletes a report with its text. */
  remove(id: string): Part {
    return (write, held) => [
      write.delete(reportTexts).where(and(eq(reportTexts.report_id, id), held)),
      write.delete(intakeReports).where(and(eq(intakeReports.id, id), held)),
    ];
  }

  /** Notes how the analysis of a promoted report ended. */
  async endAnalysis(
    id: string,
    outcome: { session_id: string | null; error: string | null },
    now: string,
  ): Promise<boolean> {
    const result = await this.#db.unrecorded("outcome", (write) =>
      write
        .update(intakeReports)
        .set({
          ...(outcome.session_id !== null && { session_id: outcome.session_id }),
          analysis_status: outcome.error === null ? "complete" : "failed",
          analysis_error: outcome.error,
          updated_at: now,
        })
        .where(eq(intakeReports.id, id)),
    );
    return changesOf(result) === 1;
  }

  /** Unlinks a session that is deleted. */
  unlinkSession(sessionId: string): Part {
    return (write, held, now) => [
      write
        .update(intakeReports)
        .set({ session_id: null, analysis_status: null, analysis_error: null, updated_at: now })
        .where(and(eq(intakeReports.session_id, sessionId), held)),
    ];
  }

  /** Notes that a session which had failed is complete, on the report that it belongs to. */
  async completeAnalysis(sessionId: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(intakeReports)
        .set({ analysis_status: "complete", analysis_error: null, updated_at: now })
        .where(eq(intakeReports.session_id, sessionId)),
    );
  }

  /** How many reports sources brought in, by their ids; a source without one is left out. */
  async countBySource(sourceIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db
      .select({ id: intakeReports.source_id, n: count() })
      .from(intakeReports)
      .where(
        sql`${intakeReports.source_id} in (select value from json_each(${JSON.stringify(sourceIds)}))`,
      )
      .groupBy(intakeReports.source_id);
    return new Map(rows.flatMap(({ id, n }) => (id === null ? [] : [[id, n] as const])));
  }

  /** Reports that a source brought in since a time. */
  async countSince(sourceId: string, since: string): Promise<number> {
    const rows = await this.#db
      .select({ n: count() })
      .from(intakeReports)
      .where(and(eq(intakeReports.source_id, sourceId), sql`created_at >= ${since}`));
    return rows[0]?.n ?? 0;
  }
}

function matching({ status, q, source_id: source, import_id: importId, ...named }: ReportFilter) {
  const { technique, group } = named;
  return and(
    status === undefined ? undefined : eq(intakeReports.status, status),
    source === undefined ? undefined : eq(intakeReports.source_id, source),
    importId === undefined ? undefined : eq(intakeReports.import_id, importId),
    technique === undefined ? undefined : names(intakeReports.technique_ids, technique),
    group === undefined ? undefined : names(intakeReports.group_ids, group),
    // LIKE's patterns are limited to 50 bytes, and know wildcards.
    q === undefined ? undefined : sql`instr(${intakeReports.search_text}, ${foldText(q)}) > 0`,
  );
}

/** The list has the id, or one that continues it with a dot. */
function names(ids: SQLiteColumn, id: string): SQL {
  return sql`exists (select 1 from json_each(${ids}) named
    where named.value = ${id} or substr(named.value, 1, ${id.length + 1}) = ${`${id}.`})`;
}
