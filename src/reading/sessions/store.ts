import { and, asc, desc, eq, getTableColumns, gt, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { totalOfStatus } from "../../platform/quotas/store.ts";
import type { TechniqueExplanation } from "../recognition/found-technique.ts";
import type { SessionListItem, TechniqueResult } from "./schema.ts";
import {
  matchingBeyondStatus,
  matchingSessions,
  type SessionFilter,
  sessionOrder,
} from "./session-filter-store.ts";
import { sessionEtag } from "./session-etag.ts";
import { type ListedRow, toListItem } from "./session-views.ts";
import { sessions, sessionTechniques, TLP_IN_TEXT } from "./tables.ts";
import type { TechniqueRow } from "./technique-store.ts";
import type { SESSION_FIELDS } from "./vocabulary.ts";

export type Session = typeof sessions.$inferSelect;

/** A technique as stored: the result, and why the analyzer reported it. */
export type StoredTechnique = Omit<TechniqueResult, "explanation"> &
  TechniqueExplanation &
  Pick<typeof sessionTechniques.$inferSelect, "decided">;

/** The fields of a session that people may change, and derived fields. */
export type SessionFields = Pick<
  Session,
  (typeof SESSION_FIELDS)[number] | "signed_by" | "signed_at"
>;

/** The last change of a session, by a person or a new analysis. */
const LAST_CHANGE = sql<string | null>`(select changes.id from session_changes changes
  where changes.session_id = sessions.id order by changes.seq desc limit 1)`;

/** SQL for reading, describing and deleting sessions. */
export class SessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the session of an actor's key, unless it failed. */
  async findByKey(actor: string, key: string): Promise<Session | null> {
    const [found] = await this.#listByKey(actor, key, ne(sessions.status, "failed"));
    return found ?? null;
  }

  /** Returns the newest session of a key, even if it failed. */
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

  /** Returns those of the sessions that exist, in any state and in no order. */
  async findAll(ids: readonly string[]): Promise<Session[]> {
    if (ids.length === 0) return [];
    return await this.#db
      .select()
      .from(sessions)
      .where(sql`${sessions.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  }

  /** Returns the next complete sessions by id that were created before a time. */
  async listCompleted(after: string, before: string, limit: number): Promise<Session[]> {
    return await this.#db
      .select()
      .from(sessions)
      .where(
        and(
          gt(sessions.id, after),
          lt(sessions.created_at, before),
          eq(sessions.status, "completed"),
        ),
      )
      .orderBy(asc(sessions.id))
      .limit(limit);
  }

  /** Returns the next complete sessions in the order of their last change. */
  async listChangedAfter(
    { updated_at: at, id: last }: Pick<Session, "updated_at" | "id">,
    limit: number,
  ): Promise<Pick<Session, "updated_at" | "id">[]> {
    const { id, updated_at, status } = sessions;
    return await this.#db
      .select({ id, updated_at })
      .from(sessions)
      .where(and(eq(status, "completed"), sql`(${updated_at}, ${id}) > (${at}, ${last})`))
      .orderBy(asc(updated_at), asc(id))
      .limit(limit);
  }

  /** Returns a session with its techniques in one consistent state, and its entity tag. */
  async read(
    id: string,
  ): Promise<{ session: Session; techniques: TechniqueRow[]; etag: string } | null> {
    const [found, techniques] = await this.#db.batch([
      this.#db
        .select({ session: getTableColumns(sessions), last_change: LAST_CHANGE })
        .from(sessions)
        .where(eq(sessions.id, id)),
      this.#db
        .select()
        .from(sessionTechniques)
        .where(eq(sessionTechniques.session_id, id))
        .orderBy(asc(sessionTechniques.position)),
    ]);
    const [row] = found;
    if (row === undefined) return null;
    const { session, last_change: last } = row;
    return { session, techniques, etag: sessionEtag(id, last) };
  }

  /** Returns the technique ids of a session that were not rejected. */
  async listTechniqueIds(id: string): Promise<string[]> {
    const rows = await this.#db
      .select({ attack_id: sessionTechniques.attack_id })
      .from(sessionTechniques)
      .where(
        and(eq(sessionTechniques.session_id, id), ne(sessionTechniques.review_status, "rejected")),
      );
    return rows.map(({ attack_id }) => attack_id);
  }

  /** Condition: the session exists in a status. */
  isIn(id: string, status: Session["status"]): SQL {
    return sql`exists (select 1 from sessions where id = ${id} and status = ${status})`;
  }

  /** Condition: the session has a signature from a time. */
  isSignedAt(id: string, at: string): SQL {
    return sql`exists (select 1 from sessions where id = ${id} and review_state = 'signed' and signed_at = ${at})`;
  }

  /** Condition: the session is not signed, or does not exist. */
  isUnsigned(id: string): SQL {
    return sql`not exists (select 1 from sessions where id = ${id} and review_state = 'signed')`;
  }

  /** Returns the techniques of many sessions that were not rejected. Sessions without any are omitted. */
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

  /** Returns those of the techniques that any session has and did not reject. */
  async listFoundAmong(attackIds: readonly string[]): Promise<Set<string>> {
    if (attackIds.length === 0) return new Set();
    const ids = JSON.stringify(attackIds);
    const rows = await this.#db
      .select({ attack_id: sessionTechniques.attack_id })
      .from(sessionTechniques)
      .where(
        and(
          sql`${sessionTechniques.attack_id} in (select value from json_each(${ids}))`,
          ne(sessionTechniques.review_status, "rejected"),
        ),
      )
      .groupBy(sessionTechniques.attack_id);
    return new Set(rows.map(({ attack_id }) => attack_id));
  }

  /** Changes a session, and its number of techniques. */
  change(id: string, change: Partial<Session>, added = 0): Part {
    const count = sql`${sessions.technique_count} + ${added}`;
    return (write, held, now) => [
      write
        .update(sessions)
        .set({ ...change, ...(added !== 0 && { technique_count: count }), updated_at: now })
        .where(and(eq(sessions.id, id), held)),
    ];
  }

  /** Returns the sessions that match a filter, in an order. */
  async list(
    page: Page & { limit: number },
    filter: SessionFilter,
  ): Promise<Paged<SessionListItem>> {
    const {
      set_aside: _aside,
      candidates: _candidates,
      entities: _entities,
      document_kind: _kind,
      rejected_techniques: _rejected,
      ...columns
    } = getTableColumns(sessions);
    type Row = ListedRow & { last_change: string | null };
    const { items, total } = await readPage<typeof sessions, Row>(this.#db, sessions, {
      where: matchingSessions(filter),
      orderBy: sessionOrder(filter.order),
      page,
      columns: { ...columns, tlp_in_text: TLP_IN_TEXT, last_change: LAST_CHANGE },
      total:
        matchingBeyondStatus(filter) === undefined
          ? totalOfStatus("sessions", filter.status)
          : undefined,
    });
    const toItem = ({ last_change: last, ...session }: Row) =>
      toListItem(session, sessionEtag(session.id, last));
    return { items: items.map(toItem), total };
  }

  /** Condition: the session exists and does not have this failure. */
  isThereWithout(id: string, failure: string): SQL {
    return sql`exists (select 1 from sessions where id = ${id} and failure is not ${failure})`;
  }

  /** Deletes a session with its techniques. */
  remove(id: string): Part {
    return (write, held) => [write.delete(sessions).where(and(eq(sessions.id, id), held))];
  }
}
