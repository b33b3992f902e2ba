import { and, asc, count, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { totalOf, totalOfStatus } from "../../platform/quotas/store.ts";
import { intakeReports, reportArrivals, reportTexts } from "./tables.ts";
import { matching, type ReportFilter } from "./report-filter-store.ts";
import { INTAKE_STATES, type IntakeState, type ReportOrder } from "./vocabulary.ts";
import { WORTH_SQL } from "./worth-store.ts";

export type Report = typeof intakeReports.$inferSelect;

/** Where else a report came from. */
export type Arrival = Omit<typeof reportArrivals.$inferSelect, "report_id" | "key">;

/** What may change of a report. */
export type ReportChange = Partial<
  Pick<
    Report,
    | "status"
    | "decided_by"
    | "analyst_notes"
    | "source_reliability"
    | "analysis_status"
    | "analysis_error"
  >
>;

/** A report in a state, or in any. */
export type ReportState = Pick<Report, "id"> & Partial<Pick<Report, "status" | "analysis_status">>;

/** Reports that wait and name a technique that was new when they came in. */
const HAVE_NEW = sql`status in ('pending', 'reviewing') and new_technique_ids <> '[]'`;

/** SQL for the number of reports of a state, or of all. */
function totalOfReports(state: IntakeState | undefined): SQL {
  return state === undefined ? totalOf("intake_reports") : totalOfStatus("intake_reports", state);
}

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

  /** Those of the reports whose text has a word, in any case. */
  async listWithWord(ids: readonly string[], word: string): Promise<Set<string>> {
    const rows = await this.#db
      .select({ id: reportTexts.report_id })
      .from(reportTexts)
      .where(
        sql`${reportTexts.report_id} in (select value from json_each(${JSON.stringify(ids)}))
          and instr(lower(${reportTexts.text}), ${word.toLowerCase()}) > 0`,
      );
    return new Set(rows.map(({ id }) => id));
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

  /** `q` is looked for in title, summary, publisher and URL, literally. */
  async list(
    page: Page & { limit: number; sort?: ReportOrder | undefined },
    filter: ReportFilter,
  ): Promise<Paged<Report>> {
    const { status, ...others } = filter;
    const newest = [desc(intakeReports.created_at), desc(intakeReports.id)];
    return await readPage(this.#db, intakeReports, {
      where: matching(filter),
      orderBy: page.sort === "worth" ? [desc(WORTH_SQL), ...newest] : newest,
      page,
      total: matching(others) === undefined ? totalOfReports(status) : undefined,
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

  /** How many reports each state has. */
  async countByState(): Promise<Record<IntakeState, number>> {
    const totals = INTAKE_STATES.map((state) => [state, totalOfReports(state)] as const);
    const rows = await this.#db.select(Object.fromEntries(totals)).from(sql`(select 1)`);
    return rows[0] as Record<IntakeState, number>;
  }

  /** How often reports arrived again, by id; those that did not are left out. */
  async countArrivals(ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db
      .select({ id: reportArrivals.report_id, n: count() })
      .from(reportArrivals)
      .where(
        sql`${reportArrivals.report_id} in (select value from json_each(${JSON.stringify(ids)}))`,
      )
      .groupBy(reportArrivals.report_id);
    return new Map(rows.map(({ id, n }) => [id, n]));
  }

  /** Where else a report came from, latest first. */
  async listArrivals(id: string): Promise<Arrival[]> {
    const { report_id: _id, key: _key, ...columns } = getTableColumns(reportArrivals);
    return await this.#db
      .select(columns)
      .from(reportArrivals)
      .where(eq(reportArrivals.report_id, id))
      .orderBy(desc(reportArrivals.arrived_at), asc(reportArrivals.key));
  }

  /** The techniques that are new by what is stored of the reports that wait. */
  async listNewTechniques(): Promise<string[]> {
    const rows = await this.#db
      .select({ id: sql<string>`n.value` })
      .from(sql`intake_reports, json_each(new_technique_ids) n`)
      .where(HAVE_NEW)
      .groupBy(sql`n.value`);
    return rows.map(({ id }) => id);
  }

  /** Notes of the reports that wait that these techniques are not new any more. */
  async forgetNewTechniques(ids: readonly string[]): Promise<void> {
    const known = sql`n.value in (select value from json_each(${JSON.stringify(ids)}))`;
    const left = sql`(select json_group_array(n.value) from json_each(new_technique_ids) n
      where not ${known})`;
    const named = sql`exists (select 1 from json_each(new_technique_ids) n where ${known})`;
    await this.#db.unrecorded("outcome", (write) =>
      write.update(intakeReports).set({ new_technique_ids: left }).where(and(HAVE_NEW, named)),
    );
  }

  /** Changes a report. */
  change(id: string, change: ReportChange): Part {
    return (write, held, now) => [
      write
        .update(intakeReports)
        .set({
          ...change,
          ...(change.decided_by !== undefined && { decided_at: now }),
          updated_at: now,
        })
        .where(and(eq(intakeReports.id, id), held)),
    ];
  }

  /** Deletes a report with its text. */
  remove(id: string): Part {
    return (write, held) => [
      write.delete(reportTexts).where(and(eq(reportTexts.report_id, id), held)),
      write.delete(reportArrivals).where(and(eq(reportArrivals.report_id, id), held)),
      write.delete(intakeReports).where(and(eq(intakeReports.id, id), held)),
    ];
  }

  /** Notes that the analysis of a promoted report is under way. */
  async beginAnalysis(id: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(intakeReports)
        .set({ analysis_status: "running", updated_at: now })
        .where(eq(intakeReports.id, id)),
    );
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
