import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { jsonChunks } from "../../platform/d1/json-chunks.ts";
import type { MatchStore, RuledMatch } from "../observables/match-store.ts";
import type { Report } from "./store.ts";
import type { ObservableCounts, SubmitOutcome } from "./submit-reports.ts";
import { intakeReports, reportTexts } from "./tables.ts";

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

/** What makes two reports the same: see `identity.ts`. */
export type ReportKeys = Pick<Report, "url_key" | "title_key" | "foreign_key">;

/** What a report is found by: its own id, or the keys of one that it repeats. */
export type ReportKey = ReturnType<typeof keyOf>;

/** Matches that belong to a report that is there already, or is entered with them. */
export interface Addition {
  key: ReportKey;
  matches: RuledMatch[];
}

/** What goes into the batch of a submission: statements of its origin, an audit row for each new report. */
export interface Companions {
  statements?: readonly BatchItem<"sqlite">[];
  additions?: readonly Addition[];
  audit?: (reportId: string) => AuditEntry;
}

export type SubmittedMatch = Omit<RuledMatch, "id">;

/** A report to enter, its text in parts, and what was found in it. */
export interface Submission {
  row: ReportRow;
  texts: string[];
  matches: RuledMatch[];
}

/** SQL that brings collected reports in, with what was found in them. */
export class SubmissionStore {
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
    { statements = [], additions = [], audit }: Companions,
  ): Promise<{ outcomes: SubmitOutcome[]; counts: ObservableCounts }> {
    const sightings = await this.#matches.applyRulings([
      ...submissions.map(({ row, matches }) => ({ key: keyOf(row), matches })),
      ...additions,
    ]);
    const ruled = sightings.flatMap(({ matches }) => matches);
    const admitted = ruled.filter(({ rule }) => rule === null);
    const [first, ...rest] = [
      ...this.#insertReports(submissions, now),
      ...statements,
      ...submissions.flatMap(({ row }) =>
        audit === undefined ? [] : [recordEntry(this.#db, audit(row.id), isEntered(row.id))],
      ),
      ...this.#insertTexts(submissions),
      ...this.#mergeLists(submissions),
      ...this.#matches.statements(sightings, "report", homeOf(sql`i.value`), now),
      this.#matches.countCreated(admitted.map(({ id }) => id)),
      this.#selectHomes(submissions),
    ] satisfies BatchItem<"sqlite">[];
    const results = first === undefined ? [] : await this.#db.batch([first, ...rest]);
    const homes = homesIn(results.at(-1));
    const created = (results.at(-2) as unknown as { n: number }[])[0]?.n ?? 0;
    return {
      outcomes: submissions.map(({ row }, place) => {
        const home = homes.get(place) ?? row.id;
        return { report_id: home, created: home === row.id };
      }),
      counts: {
        observables_created: created,
        observables_known: admitted.length - created,
        suppressed: ruled.length - admitted.length,
      },
    };
  }

  /** The reports that are known under keys, by their places in the list. */
  async findKnown(keys: readonly ReportKeys[]): Promise<Map<number, string>> {
    if (keys.length === 0) return new Map();
    const json = JSON.stringify(keys.map((key) => keyOf({ id: "", ...key })));
    const rows = await this.#db
      .select({ key: sql<number>`i.key`.as("place"), home: homeOf(sql`i.value`).as("home") })
      .from(sql`json_each(${json}) i`)
      .where(sql`${homeOf(sql`i.value`)} is not null`);
    return new Map(rows.map(({ key, home }) => [key, home ?? ""]));
  }

  #insertReports(submissions: readonly Submission[], now: string) {
    const values = Object.values(getTableColumns(intakeReports)).map(({ name, dataType }) => {
      if (name === "status") return sql`'pending'`;
      if (name === "created_at" || name === "updated_at") return sql`${now}`;
      return sql.raw(`value ${dataType === "json" ? "->" : "->>"} '$.${name}'`);
    });
    const selected = sql.join(values, sql`, `);
    return [...jsonChunks(submissions.map(({ row }) => row))].map(({ json }) =>
      this.#db
        .insert(intakeReports)
        .select(sql`select ${selected} from json_each(${json}) where true order by key`)
        .onConflictDoNothing(),
    );
  }

  /** Only of reports that were entered: one that is repeated keeps its own. */
  #insertTexts(submissions: readonly Submission[]) {
    const parts = submissions.flatMap(({ row, texts }) =>
      texts.map((text, part) => [row.id, part, text]),
    );
    return [...jsonChunks(parts)].map(({ json }) =>
      this.#db.insert(reportTexts).select(
        sql`select value->>0, value->>1, value->>2 from json_each(${json})
          where exists (select 1 from intake_reports r where r.id = value->>0)`,
      ),
    );
  }

  /** Techniques and groups that a repeated report names go to the one that it repeats. */
  #mergeLists(submissions: readonly Submission[]) {
    return (["technique_ids", "group_ids"] as const).flatMap((column) => {
      const naming = submissions.filter(({ row }) => row[column].length > 0);
      if (naming.length === 0) return [];
      const json = JSON.stringify(naming.map(({ row }) => ({ ...keyOf(row), v: row[column] })));
      const known = intakeReports[column];
      return [
        this.#db
          .update(intakeReports)
          .set({
            [column]: sql`(select json_group_array(value) from (
              select value from json_each(${known}) union
              select v.value from json_each(${json}) i, json_each(i.value, '$.v') v
              where ${homeOf(sql`i.value`)} = ${intakeReports.id} order by 1))`,
          })
          .where(
            sql`${intakeReports.id} in (select ${homeOf(sql`i.value`)} from json_each(${json}) i
              where not exists (select 1 from intake_reports own where own.id = i.value->>'$.id'))`,
          ),
      ];
    });
  }

  /** Which report each submission is now: itself, or the one that it repeats. */
  #selectHomes(submissions: readonly Submission[]) {
    const keys = submissions.map(({ row }) => keyOf(row));
    return this.#db
      .select({
        key: sql<number>`i.key`.as("place"),
        home: homeOf(sql`i.value`).as("home"),
      })
      .from(sql`json_each(${JSON.stringify(keys)}) i`);
  }
}

/** The homes that `#selectHomes` found, by the places of their submissions. */
function homesIn(rows: unknown): Map<number, string | null> {
  return new Map(
    (rows as { key: number; home: string | null }[]).map(({ key, home }) => [key, home]),
  );
}

function isEntered(id: string): SQL {
  return sql`exists (select 1 from intake_reports where id = ${id})`;
}

/** What SQL finds a report by. */
export function keyOf(row: Pick<ReportRow, "id" | keyof ReportKeys>) {
  return { id: row.id, f: row.foreign_key, u: row.url_key, t: row.title_key };
}

/**
 * The report that a submission belongs to: the one it made, or the one that it repeats.
 * @param key SQL for a JSON object with its id and its keys `f`, `u` and `t`
 */
export function homeOf(key: SQL): SQL<string | null> {
  return sql<string | null>`coalesce(
    (select id from intake_reports where id = ${key}->>'$.id'),
    (select id from intake_reports where foreign_key = ${key}->>'$.f'),
    (select id from intake_reports where url_key = ${key}->>'$.u'),
    (select id from intake_reports where title_key = ${key}->>'$.t'))`;
}
