import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRows } from "../../../platform/d1/insert-rows.ts";
import { sessions, sessionTechniques } from "../tables.ts";
import { sessionDays, sessionSubjects } from "./tables.ts";

export type SessionDayRow = typeof sessionDays.$inferSelect;
export type SubjectRow = typeof sessionSubjects.$inferSelect;

/** Releases by domain, in the format of `session_days.release`. */
export type CurrentReleases = Readonly<Record<string, string>>;

type Technique = typeof sessionTechniques.$inferSelect;

/** The columns of a session that subjects come from. `parseSource` parses its JSON. */
export interface StoredSource extends Pick<
  typeof sessions.$inferSelect,
  "id" | "domain" | "created_at" | "published_at" | "updated_at"
> {
  apt_hints: string;
  document_kind: string | null;
  /** `dates`, `groups`, `software` and `cves`. Null for a list that the session lacks. */
  entities: string;
  /** Techniques that were not rejected. */
  techniques: readonly Pick<Technique, "attack_id" | "name" | "review_status">[];
}

/** SQL that updates the subjects of sessions after analyses and reviews. */
export class SubjectStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns completed sessions that changed since their subjects were read, latest change first. */
  async listStale(releases: CurrentReleases, limit: number): Promise<string[]> {
    const rows = await this.#db.all<{ id: string }>(sql`
      select sessions.id ${stale(releases)} order by sessions.updated_at desc limit ${limit}`);
    return rows.map(({ id }) => id);
  }

  async countStale(releases: CurrentReleases): Promise<number> {
    const [row] = await this.#db.all<{ count: number }>(
      sql`select count(*) as count ${stale(releases)}`,
    );
    return row?.count ?? 0;
  }

  /** Returns the columns of sessions that subjects come from, with their techniques in one consistent state. */
  async readSources(ids: readonly string[]): Promise<StoredSource[]> {
    const wanted = JSON.stringify(ids);
    const { id, domain, created_at, published_at, updated_at, entities } = sessions;
    const [rows, techniques] = await this.#db.batch([
      this.#db
        .select({
          id,
          domain,
          created_at,
          published_at,
          updated_at,
          // As text, so that a row with invalid JSON does not fail the others.
          apt_hints: sql<string>`${sessions.apt_hints}`.as("apt_hints"),
          document_kind: sql<string | null>`${sessions.document_kind}`.as("document_kind"),
          entities:
            sql<string>`case when json_valid(${entities}) then json_object(${listsOf(entities)})
            else ${entities} end`.as("entities"),
        })
        .from(sessions)
        .where(sql`${id} in (select value from json_each(${wanted}))`),
      this.#db
        .select({
          session_id: sessionTechniques.session_id,
          attack_id: sessionTechniques.attack_id,
          name: sessionTechniques.name,
          review_status: sessionTechniques.review_status,
        })
        .from(sessionTechniques)
        .where(
          and(
            sql`${sessionTechniques.session_id} in (select value from json_each(${wanted}))`,
            ne(sessionTechniques.review_status, "rejected"),
          ),
        )
        .orderBy(asc(sessionTechniques.session_id), asc(sessionTechniques.position)),
    ]);
    const bySession = Map.groupBy(techniques, ({ session_id: of }) => of);
    return rows.map((row) => ({ ...row, techniques: bySession.get(row.id) ?? [] }));
  }

  /** Replaces the days and subjects of sessions. */
  replace(days: readonly SessionDayRow[], subjects: readonly SubjectRow[]): Part {
    const ids = JSON.stringify(days.map(({ session_id: id }) => id));
    // A session may have been deleted in the meantime.
    const isThere = sql`exists (select 1 from sessions where sessions.id = value ->> '$.session_id')`;
    return (write, held) => [
      ...[sessionDays, sessionSubjects].map((table) =>
        write
          .delete(table)
          .where(and(sql`${table.session_id} in (select value from json_each(${ids}))`, held)),
      ),
      ...insertRows(write, sessionDays, days, sql`${held} and ${isThere}`),
      ...insertRows(write, sessionSubjects, subjects, sql`${held} and ${isThere}`),
    ];
  }
}

function stale(releases: CurrentReleases): SQL {
  const current = sql`coalesce((select value from json_each(${JSON.stringify(releases)})
    where key = ${sessionDays.domain}), '')`;
  return sql`from sessions left join session_days on ${sessionDays.session_id} = ${sessions.id}
    where ${eq(sessions.status, "completed")} and (${sessionDays.session_id} is null
      or ${sessionDays.read_at} <> ${sessions.updated_at} or ${sessionDays.release} <> ${current})`;
}

/** Selects only the lists of a session's entities that subjects come from. */
function listsOf(entities: typeof sessions.entities): SQL {
  const lists = (["dates", "groups", "software", "cves"] as const).map(
    (name) => sql`${sql.raw(`'${name}'`)}, json(${entities} -> ${`$.${name}`})`,
  );
  return sql.join(lists, sql`, `);
}
