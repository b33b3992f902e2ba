import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type AuditEntry, recordEntry } from "../audit/record.ts";
import type { Page, Paged } from "../http/pagination.ts";
import { changesOf, type WorkspaceDb } from "../lib/d1.ts";
import { foldText } from "../lib/text.ts";
import type { MatchStore, RuledMatch } from "../observables/match-store.ts";
import { observables, observableSources } from "../observables/tables.ts";
import type { ObservableCounts, SubmitOutcome } from "./submit-reports.ts";
import { intakeReports, reportTexts } from "./tables.ts";
import type { IntakeState } from "./vocabulary.ts";

export type Report = typeof intakeReports.$inferSelect;

/** What a report is entered with; it is always pending. */
export type ReportRow = Pick<
  Report,
  | "id"
  | "title"
  | "url"
  | "publisher"
  | "summary"
  | "technique_ids"
  | "group_ids"
  | "source_id"
  | "import_id"
  | "published_at"
  | "url_key"
  | "title_key"
  | "foreign_key"
  | "search_text"
  | "analyst_notes"
  | "source_reliability"
>;

/** What goes into the batch of a submission: statements of its origin, an audit row for each new report. */
export interface Companions {
  statements?: readonly BatchItem<"sqlite">[];
  audit?: (reportId: string) => AuditEntry;
}

/** Which reports a list is to hold. */
export interface ReportFilter {
  status?: IntakeState | undefined;
  q?: string | undefined;
  source_id?: string | undefined;
  import_id?: string | undefined;
}

export type SubmittedMatch = Omit<RuledMatch, "id">;

/** A report to enter, its text in parts, and what was found in it. */
export interface Submission {
  row: ReportRow;
  texts: string[];
  matches: RuledMatch[];
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
  readonly #matches: MatchStore;

  constructor(db: WorkspaceDb, matches: MatchStore) {
    this.#db = db;
    this.#matches = matches;
  }

  /**
   * Enters reports that are not known yet, with their texts, and the observables of all of them, in
   * one batch with their companions.
   */
  async submit(
    submissions: readonly Submission[],
    now: string,
    { statements = [], audit }: Companions,
  ): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
    const ruled = await this.#matches.applyRulings(submissions.flatMap(({ matches }) => matches));
    const byId = new Map(ruled.map((match) => [match.id, match]));
    const rows = JSON.stringify(submissions.map(({ row }) => row));
    const sightings = submissions.map(({ row, matches }) => ({
      key: { id: row.id, f: row.foreign_key, u: row.url_key, t: row.title_key },
      matches: matches.map((match) => byId.get(match.id) ?? match),
    }));
    const admitted = ruled.filter(({ rule }) => rule === null);
    const results = await this.#db.batch([
      this.#insertReports(rows, now),
      ...statements,
      ...submissions.flatMap(({ row }) =>
        audit === undefined ? [] : [recordEntry(this.#db, audit(row.id), isEntered(row.id))],
      ),
      ...submissions.flatMap(({ row, texts }) => this.#insertTexts(row.id, texts)),
      ...this.#matches.statements(sightings, "report", homeOf(sql`i.value`), now),
      this.#matches.countCreated(admitted.map(({ id }) => id)),
      this.#selectHomes(submissions),
    ]);
    const homes = results.at(-1) as unknown as { key: number; home: string | null }[];
    const created = (results.at(-2) as unknown as { n: number }[])[0]?.n ?? 0;
    return {
      outcomes: submissions.map(({ row }, place) => {
        const home = homes.find(({ key }) => key === place)?.home ?? row.id;
        return { report_id: home, created: home === row.id };
      }),
      counts: {
        observables_created: created,
        observables_known: admitted.length - created,
        suppressed: ruled.length - admitted.length,
      },
    };
  }

  #insertReports(rows: string, now: string) {
    const values = Object.values(getTableColumns(intakeReports)).map(({ name, dataType }) => {
      if (name === "status") return sql`'pending'`;
      if (name === "created_at" || name === "updated_at") return sql`${now}`;
      return sql.raw(`value ${dataType === "json" ? "->" : "->>"} '$.${name}'`);
    });
    return this.#db
      .insert(intakeReports)
      .select(
        sql`select ${sql.join(values, sql`, `)} from json_each(${rows}) where true order by key`,
      )
      .onConflictDoNothing();
  }

  #insertTexts(id: string, texts: readonly string[]) {
    return texts.map((text, part) =>
      this.#db
        .insert(reportTexts)
        .select(sql`select ${id}, ${part}, ${text} from intake_reports where id = ${id}`),
    );
  }

  /** Which report each submission is now: itself, or the one that it repeats. */
  #selectHomes(submissions: readonly Submission[]) {
    const keys = submissions.map(({ row }) => ({
      ...{ id: row.id, f: row.foreign_key, u: row.url_key, t: row.title_key },
    }));
    return this.#db
      .select({
        key: sql<number>`i.key`.as("place"),
        home: homeOf(sql`i.value`).as("home"),
      })
      .from(sql`json_each(${JSON.stringify(keys)}) i`);
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
    also: (held: SQL) => BatchItem<"sqlite">[] = () => [],
  ): Promise<Report | null> {
    const wanted = and(eq(intakeReports.id, id), inArray(intakeReports.status, [...from]));
    const held = sql`exists (select 1 from intake_reports where ${wanted})`;
    const results = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      ...also(held),
      this.#db
        .update(intakeReports)
        .set({ ...change, updated_at: now })
        .where(wanted)
        .returning(),
    ]);
    const rows = results.at(-1) as unknown as Report[];
    return rows[0] ?? null;
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

  /** Reports that a source brought in since a time. */
  async countSince(sourceId: string, since: string): Promise<number> {
    const rows = await this.#db
      .select({ n: count() })
      .from(intakeReports)
      .where(and(eq(intakeReports.source_id, sourceId), sql`created_at >= ${since}`));
    return rows[0]?.n ?? 0;
  }
}

function isEntered(id: string): SQL {
  return sql`exists (select 1 from intake_reports where id = ${id})`;
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

/** The report that a submission belongs to: the one it made, or the one that it repeats. */
function homeOf(key: SQL): SQL<string | null> {
  return sql<string | null>`coalesce(
    (select id from intake_reports where id = ${key}->>'$.id'),
    (select id from intake_reports where foreign_key = ${key}->>'$.f'),
    (select id from intake_reports where url_key = ${key}->>'$.u'),
    (select id from intake_reports where title_key = ${key}->>'$.t'))`;
}
