import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRows } from "../../../platform/d1/insert-rows.ts";
import type { Entities } from "../../entities/schema.ts";
import { sessions, sessionTechniques } from "../tables.ts";
import { sessionDays, sessionSubjects } from "./tables.ts";

export type SessionDayRow = typeof sessionDays.$inferSelect;
export type SubjectRow = typeof sessionSubjects.$inferSelect;

/** Releases by domain, as `session_days.release` names them. */
export type CurrentReleases = Readonly<Record<string, string>>;

/** The lists of a session's entities that subjects come from, without the rest of them. */
type Named = "dates" | "groups" | "software" | "cves";

/** SQL that keeps the subjects of sessions in step with what analyses and people say. */
export class SubjectStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Completed sessions that were changed since their subjects were read, those changed last first. */
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

  /** What sessions say, as far as subjects come from it, with their techniques at the same moment. */
  async readSources(ids: readonly string[]) {
    const wanted = JSON.stringify(ids);
    const { id, domain, created_at, published_at, updated_at, apt_hints, document_kind } = sessions;
    // A batch answers by the names of columns.
    const list = (name: Named) =>
      sql<string | null>`${sessions.entities} -> ${`$.${name}`}`.as(name);
    const lists = {
      dates: list("dates"),
      groups: list("groups"),
      software: list("software"),
      cves: list("cves"),
    };
    const [rows, techniques] = await this.#db.batch([
      this.#db
        .select({
          id,
          domain,
          created_at,
          published_at,
          updated_at,
          apt_hints,
          document_kind,
          ...lists,
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
    return rows.map(({ dates, groups, software, cves, ...session }) => ({
      ...session,
      entities: parseLists({ dates, groups, software, cves }),
      techniques: bySession.get(session.id) ?? [],
    }));
  }

  /** Puts days and subjects in the place of those that the sessions had. */
  replace(days: readonly SessionDayRow[], subjects: readonly SubjectRow[]): Part {
    const ids = JSON.stringify(days.map(({ session_id: id }) => id));
    // A session may have been deleted meanwhile.
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

function parseLists(lists: Record<Named, string | null>): Partial<Pick<Entities, Named>> {
  const given = Object.entries(lists).filter(([, json]) => json !== null);
  return Object.fromEntries(given.map(([name, json]) => [name, JSON.parse(json ?? "[]")]));
}
