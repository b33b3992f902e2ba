import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type { SQL, WorkspaceDb } from "../../platform/d1/databases.ts";
import { listNaming } from "../../platform/d1/list-naming.ts";
import type { Naming, NamingQuery } from "../../platform/lib/naming.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { sessions, sessionTechniques, TLP_IN_TEXT } from "./tables.ts";

/** SQL for the findings of many sessions: their techniques as sets, without the evidence. */
export class FindingStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Selects sessions, to run in one batch with a select of their techniques. */
  selectSessions(ids: readonly string[]) {
    const { id, status, name, title, filename, domain, tlp } = sessions;
    return this.#db
      .select({ id, status, name, title, filename, domain, tlp, tlp_in_text: TLP_IN_TEXT })
      .from(sessions)
      .where(isIn(sessions.id, ids));
  }

  /**
   * Selects the techniques of sessions that no analyst rejected, with the confidence of the analysis. Null for
   * techniques added by a person.
   */
  selectConfidences(ids: readonly string[]) {
    const { session_id, attack_id } = sessionTechniques;
    const confidence = sql<
      number | null
    >`case when origin = 'analysis' then ${sessionTechniques.confidence} end`.as("confidence");
    return this.#db
      .select({ session_id, attack_id, confidence })
      .from(sessionTechniques)
      .where(
        and(
          isIn(sessionTechniques.session_id, ids),
          ne(sessionTechniques.review_status, "rejected"),
        ),
      )
      .orderBy(asc(session_id), asc(attack_id));
  }

  /** Returns completed sessions with one of these techniques, not rejected, newest first. */
  async listNaming(query: NamingQuery, page: Page): Promise<Paged<Naming>> {
    const { id, name, filename, title, domain, version, status, created_at } = sessions;
    const table = {
      id,
      // Like `titleOf`.
      name: sql`coalesce(${name}, ${filename}, ${title}, 'Analysis ' || substr(${id}, -12))`,
      domain,
      version,
      where: eq(status, "completed"),
      named: sql`found.attack_id`,
      naming: (isAskedFor: SQL) => sql`from session_techniques found
        where found.session_id = ${id} and found.review_status <> 'rejected' and ${isAskedFor}`,
      orderBy: [desc(created_at), desc(id)],
    };
    return await listNaming(this.#db, sessions, table, query, page);
  }

  /**
   * Weighs each technique by how often the newest sessions name it. A session of today counts 1, and one as old as the
   * half-life counts a half. Rejected techniques do not count.
   * @param now ISO 8601
   * @param sessions maximum number, so that the table of many years is not read whole
   */
  async weighTechniques(
    now: string,
    { halfLifeDays, sessions: most }: { halfLifeDays: number; sessions: number },
  ): Promise<{ attack_id: string; weight: number; sessions: number }[]> {
    const age = sql`max(0, julianday(${now}) - julianday(newest.created_at))`;
    return await this.#db.all(sql`
      select attack_id, count(*) as sessions, sum(pow(0.5, ${age} / ${halfLifeDays})) as weight
      from (select id, created_at from sessions where status = 'completed'
            order by created_at desc limit ${most}) newest
      join session_techniques on session_id = newest.id
      where review_status <> 'rejected'
      group by attack_id`);
  }
}

function isIn(
  column: typeof sessions.id | typeof sessionTechniques.session_id,
  ids: readonly string[],
) {
  return sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}
