import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Part } from "../../platform/audit/commit.ts";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { foldText } from "../../platform/lib/text.ts";
import { observables, observableSources } from "../observables/tables.ts";
import { intakeReports, reportTexts } from "./tables.ts";
import type { IntakeState } from "./vocabulary.ts";

export type Report = typeof intakeReports.$inferSelect;

/** Which reports a list is to hold. */
export interface ReportFilter {
  status?: IntakeState | undefined;
  q?: string | undefined;
  source_id?: string | undefined;
  import_id?: string | undefined;
}

/** What an analyst changes. */
export type ReportChange = Partial<
  Pick<
    Report,
    "status" | "analyst_notes" | "source_reliability" | "analysis_status" | "analysis_error"
  >
>;

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

  /** What the report says, in full. */
  async readText(id: string): Promise<string> {
    const parts = await this.#db
      .select({ text: reportTexts.text })
      .from(reportTexts)
      .where(eq(reportTexts.report_id, id))
      .orderBy(asc(reportTexts.part));
    return parts.map(({ text }) => text).join("");
  }

  /** Newest first. `q` is looked for in title, summary, publisher and URL, literally. */
  async list(page: Page & { limit: number }, filter: ReportFilter): Promise<Paged<Report>> {
    const wanted = matching(filter);
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(intakeReports)
        .where(wanted)
        .orderBy(desc(intakeReports.created_at), desc(intakeReports.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(intakeReports).where(wanted),
    ]);
    return { items, total: totals[0]?.n ?? 0 };
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

  /** Ids of the observables of these reports, by report. */
  async listObservableIds(reportIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.#db
      .select({ report: observableSources.source_id, id: observables.id })
      .from(observableSources)
      .innerJoin(
        observables,
        and(
          eq(observables.kind, observableSources.kind),
          eq(observables.normalized_value, observableSources.normalized_value),
        ),
      )
      .where(
        and(
          eq(observableSources.source_type, "report"),
          sql`${observableSources.source_id} in (select value from json_each(${JSON.stringify(reportIds)}))`,
        ),
      )
      .orderBy(asc(observables.kind), asc(observables.normalized_value));
    const byReport = [...Map.groupBy(rows, ({ report }) => report)];
    return new Map(byReport.map(([report, list]) => [report, list.map(({ id }) => id)]));
  }

  /**
   * Changes a report that is still in one of the given states, with its audit row; null when it is
   * not, or when there is none such.
   */
  async change(
    id: string,
    from: readonly IntakeState[],
    change: ReportChange,
    now: string,
    entry: AuditEntry,
    also?: Part,
  ): Promise<Report | null> {
    const wanted = and(eq(intakeReports.id, id), inArray(intakeReports.status, [...from]));
    const held = sql`exists (select 1 from intake_reports where ${wanted})`;
    const results = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      ...(also?.(this.#db, held, now) ?? []),
      this.#db
        .update(intakeReports)
        .set({ ...change, updated_at: now })
        .where(wanted)
        .returning(),
    ]);
    const rows = results.at(-1) as unknown as Report[];
    return rows[0] ?? null;
  }

  /**
   * Deletes a report with its text and records it; false when there was none.
   * @param also statements of what goes with it
   */
  async remove(
    id: string,
    entry: AuditEntry,
    also: readonly BatchItem<"sqlite">[],
  ): Promise<boolean> {
    const exists = sql`exists (select 1 from intake_reports where id = ${id})`;
    const results = await this.#db.batch([
      recordEntry(this.#db, entry, exists),
      ...also,
      this.#db.delete(reportTexts).where(eq(reportTexts.report_id, id)),
      this.#db.delete(intakeReports).where(eq(intakeReports.id, id)),
    ]);
    return changesOf(results.at(-1)) === 1;
  }

  /** Notes how the analysis of a promoted report ended. */
  async endAnalysis(
    id: string,
    outcome: { session_id: string | null; error: string | null },
    now: string,
  ): Promise<boolean> {
    const result = await this.#db
      .update(intakeReports)
      .set({
        ...(outcome.session_id !== null && { session_id: outcome.session_id }),
        analysis_status: outcome.error === null ? "complete" : "failed",
        analysis_error: outcome.error,
        updated_at: now,
      })
      .where(eq(intakeReports.id, id));
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
    await this.#db
      .update(intakeReports)
      .set({ analysis_status: "complete", analysis_error: null, updated_at: now })
      .where(eq(intakeReports.session_id, sessionId));
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

function matching({ status, q, source_id: source, import_id: batch }: ReportFilter) {
  return and(
    status === undefined ? undefined : eq(intakeReports.status, status),
    source === undefined ? undefined : eq(intakeReports.source_id, source),
    batch === undefined ? undefined : eq(intakeReports.import_id, batch),
    // LIKE's patterns are limited to 50 bytes, and know wildcards.
    q === undefined ? undefined : sql`instr(${intakeReports.search_text}, ${foldText(q)}) > 0`,
  );
}
