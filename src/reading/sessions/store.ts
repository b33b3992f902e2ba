import { and, asc, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { TechniqueExplanation } from "../recognition/found-technique.ts";
import type { Analysis, SessionListItem, TechniqueResult } from "./schema.ts";
import { toAnalysis, toListItem } from "./session-views.ts";
import { sessions, sessionTechniques } from "./tables.ts";

export type Session = typeof sessions.$inferSelect;

/** A technique as it is stored: the result, and why the analyser names it. */
export type StoredTechnique = Omit<TechniqueResult, "explanation"> & TechniqueExplanation;

/** SQL for sessions as they are read, reviewed and deleted. */
export class SessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** The session that an actor's key stands for, unless it failed. */
  async findByKey(actor: string, key: string): Promise<Session | null> {
    const [found] = await this.#listByKey(actor, key, ne(sessions.status, "failed"));
    return found ?? null;
  }

  /** The newest session of a key, a failed one too. */
  async findLatestByKey(actor: string, key: string): Promise<Session | null> {
    const [found] = await this.#listByKey(actor, key);
    return found ?? null;
  }

  async #listByKey(actor: string, key: string, also?: SQL): Promise<Session[]> {
    return await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.actor, actor), eq(sessions.idempotency_key, key), also))
      .orderBy(desc(sessions.created_at))
      .limit(1);
  }

  async find(id: string): Promise<Session | null> {
    const rows = await this.#db.select().from(sessions).where(eq(sessions.id, id));
    return rows[0] ?? null;
  }

  /** A session with its techniques at one moment; `explain` adds why the analyser named them. */
  async read(
    id: string,
    explain = false,
  ): Promise<{ session: Session; analysis: Analysis } | null> {
    const [found, techniques] = await this.#db.batch([
      this.#db.select().from(sessions).where(eq(sessions.id, id)),
      this.#db
        .select()
        .from(sessionTechniques)
        .where(eq(sessionTechniques.session_id, id))
        .orderBy(asc(sessionTechniques.position)),
    ]);
    const [session] = found;
    return session === undefined
      ? null
      : { session, analysis: toAnalysis(session, techniques, explain) };
  }

  /** Technique ids of a session that no analyst has rejected. */
  async listTechniqueIds(id: string): Promise<string[]> {
    const rows = await this.#db
      .select({ attack_id: sessionTechniques.attack_id })
      .from(sessionTechniques)
      .where(
        and(eq(sessionTechniques.session_id, id), ne(sessionTechniques.review_status, "rejected")),
      );
    return rows.map(({ attack_id }) => attack_id);
  }

  /** The same of many sessions; sessions without techniques are left out. */
  async listTechniqueIdsOf(ids: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    if (ids.length === 0) return found;
    const rows = await this.#db
      .select({ id: sessionTechniques.session_id, attack_id: sessionTechniques.attack_id })
      .from(sessionTechniques)
      .where(
        and(
          sql`${sessionTechniques.session_id} in (select value from json_each(${JSON.stringify(ids)}))`,
          ne(sessionTechniques.review_status, "rejected"),
        ),
      )
      .orderBy(asc(sessionTechniques.attack_id));
    for (const { id, attack_id } of rows) found.set(id, [...(found.get(id) ?? []), attack_id]);
    return found;
  }

  /** That a session has a technique. */
  hasTechnique(id: string, attackId: string): SQL {
    return sql`exists (select 1 from session_techniques
      where session_id = ${id} and attack_id = ${attackId})`;
  }

  /** The select of a technique of a session, to be read in the batch of its review. */
  selectTechnique(id: string, attackId: string) {
    return this.#db.select().from(sessionTechniques).where(isTechnique(id, attackId));
  }

  /** Notes what an analyst says of a technique. */
  review(id: string, attackId: string, status: TechniqueResult["review_status"]): Part {
    return (write, held, now) => [
      write
        .update(sessionTechniques)
        .set({ review_status: status })
        .where(and(isTechnique(id, attackId), held)),
      write
        .update(sessions)
        .set({ updated_at: now })
        .where(and(eq(sessions.id, id), held)),
    ];
  }

  /** Sessions of one status, newest first. */
  async list(
    page: Page & { limit: number },
    status: Session["status"],
  ): Promise<Paged<SessionListItem>> {
    const { items, total } = await readPage(this.#db, sessions, {
      where: eq(sessions.status, status),
      orderBy: [desc(sessions.created_at), desc(sessions.id)],
      page,
    });
    return { items: items.map(toListItem), total };
  }

  /** That a session is there. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from sessions where id = ${id})`;
  }

  /** Deletes a session with its techniques. */
  remove(id: string): Part {
    return (write, held) => [write.delete(sessions).where(and(eq(sessions.id, id), held))];
  }
}

function isTechnique(id: string, attackId: string) {
  return and(eq(sessionTechniques.session_id, id), eq(sessionTechniques.attack_id, attackId));
}
