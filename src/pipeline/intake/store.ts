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

/** An additional origin of a report. */
export type Arrival = Omit<typeof reportArrivals.$inferSelect, "report_id" | "key">;

/** The fields of a report that can change. */
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

/** A report in a given state, or in any. */
export type ReportState = Pick<Report, "id"> & Partial<Pick<Report, "status" | "analysis_status">>;

/** Undecided reports that name a technique that was new when they arrived. */
const HAVE_NEW = sql`status in ('pending', 'reviewing') and new_technique_ids <> '[]'`;

/** Returns SQL for the number of reports of a state, or of all. */
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

  /** Returns those of many reports that exist, unordered. */
  async findAll(ids: readonly string[]): Promise<Report[]> {
    return await this.#db
      .select()
      .from(intakeReports)
      .where(sql`${intakeReports.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  }

  /** Returns the full text of a report. */
  async readText(id: string): Promise<string> {
    const parts = await this.#db
      .select({ text: reportTexts.text })
      .from(reportTexts)
      .where(eq(reportTexts.report_id, id))
      .orderBy(asc(reportTexts.part));
    return parts.map(({ text }) => text).join("");
  }

  /** Returns those of the reports whose text contains a word, ignoring case. */
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

  /** Returns the next reports by ID that arrived before a time. */
  async listEntered(after: string, before: string, limit: number): Promise<Report[]> {
    return await this.#db
      .select()
      .from(intakeReports)
      .where(and(gt(intakeReports.id, after), lt(intakeReports.created_at, before)))
      .orderBy(asc(intakeReports.id))
      .limit(limit);
  }

  /** Lists reports. `q` is searched for literally in title, summary, publisher and URL. */
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

  /** Returns the next reports of a walk through all of them, by ID. */
  async listAfter(after: string | null, limit: number, filter: ReportFilter): Promise<Report[]> {
    const beyond = after === null ? undefined : sql`${intakeReports.id} > ${after}`;
    return await this.#db
      .select()
      .from(intakeReports)
      .where(and(matching(filter), beyond))
      .orderBy(asc(intakeReports.id))
      .limit(limit);
  }

  /** Returns the condition that a report exists and is still in the given state. */
  isThere({ id, status, analysis_status: analysis }: ReportState): SQL {
    const wanted = and(
      eq(intakeReports.id, id),
      status === undefined ? undefined : eq(intakeReports.status, status),
      analysis === undefined ? undefined : sql`${intakeReports.analysis_status} is ${analysis}`,
    );
    return sql`exists (select 1 from intake_reports where ${wanted})`;
  }

  /** Counts the reports of each state. */
  async countByState(): Promise<Record<IntakeState, number>> {
    const totals = INTAKE_STATES.map((state) => [state, totalOfReports(state)] as const);
    const rows = await this.#db.select(Object.fromEntries(totals)).from(sql`(select 1)`);
    return rows[0] as Record<IntakeState, number>;
  }

  /** Counts repeated arrivals of reports, by ID. Reports without any are omitted. */
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

  /** Lists the additional origins of a report, latest first. */
  async listArrivals(id: string): Promise<Arrival[]> {
    const { report_id: _id, key: _key, ...columns } = getTableColumns(reportArrivals);
    return await this.#db
      .select(columns)
      .from(reportArrivals)
      .where(eq(reportArrivals.report_id, id))
      .orderBy(desc(reportArrivals.arrived_at), asc(reportArrivals.key));
  }

  /** Lists the techniques that are stored as new on undecided reports. */
  async listNewTechniques(): Promise<string[]> {
    const rows = await this.#db
      .select({ id: sql<string>`n.value` })
      .from(sql`intake_reports, json_each(new_technique_ids) n`)
      .where(HAVE_NEW)
      .groupBy(sql`n.value`);
    return rows.map(({ id }) => id);
  }

  /** Records on undecided reports that these techniques are no longer new. */
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

  /** Records that the analysis of a promoted report is running. */
  async beginAnalysis(id: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(intakeReports)
        .set({ analysis_status: "running", updated_at: now })
        .where(eq(intakeReports.id, id)),
    );
  }

  /** Records how the analysis of a promoted report ended. */
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

  /** Records on its report that a previously failed session is complete. */
  async completeAnalysis(sessionId: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(intakeReports)
        .set({ analysis_status: "complete", analysis_error: null, updated_at: now })
        .where(eq(intakeReports.session_id, sessionId)),
    );
  }

  /** Counts the reports of sources, by source ID. Sources without reports are omitted. */
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

  /** Counts the reports that a source added since a time. */
  async countSince(sourceId: string, since: string): Promise<number> {
    const rows = await this.#db
      .select({ n: count() })
      .from(intakeReports)
      .where(and(eq(intakeReports.source_id, sourceId), sql`created_at >= ${since}`));
    return rows[0]?.n ?? 0;
  }
}
