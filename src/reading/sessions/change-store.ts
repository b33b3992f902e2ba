import { and, count, desc, eq, getTableColumns, max, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { sessionChanges } from "./tables.ts";

/** A change by a person, and whether what it touched was changed again since. */
export type StoredChange = typeof sessionChanges.$inferSelect & { superseded: boolean };
export type NewChange = Omit<typeof sessionChanges.$inferInsert, "seq" | "created_at">;

/**
 * A later change touches one of the same subjects, and one of the same fields of it. What another id
 * is given to, or what comes or goes, is touched as a whole.
 */
const SUPERSEDED = sql<number>`exists (select 1 from session_changes later
  where later.session_id = session_changes.session_id and later.seq > session_changes.seq
    and exists (select 1 from json_each(later.subjects) subject
      where subject.value in (select value from json_each(session_changes.subjects))
        or (subject.value = '*' and session_changes.attack_id is not null))
    and exists (select 1 from json_each(later.fields) field
      where field.value = 'attack_id'
        or field.value in (select value from json_each(session_changes.fields))
        or exists (select 1 from json_each(session_changes.fields) where value = 'attack_id')))`;

const COLUMNS = { ...getTableColumns(sessionChanges), superseded: SUPERSEDED.as("superseded") };

/** SQL for the history of sessions. */
export class ChangeStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** The place of the last change of a session; 0 before the first. */
  async lastOf(sessionId: string): Promise<number> {
    const rows = await this.#db
      .select({ seq: max(sessionChanges.seq) })
      .from(sessionChanges)
      .where(eq(sessionChanges.session_id, sessionId));
    return rows[0]?.seq ?? 0;
  }

  /** That nothing of a session was changed after a place. */
  isLast(sessionId: string, seq: number): SQL {
    return sql`not exists (select 1 from session_changes
      where session_id = ${sessionId} and seq > ${seq})`;
  }

  /** Notes a change. */
  add(change: NewChange): Part {
    return (write, held, now) => [
      insertRow(write, sessionChanges, { ...change, created_at: now }, held),
    ];
  }

  /**
   * Writes parts with their change where the session is complete and nothing of it was changed after
   * a place: how something ended whose beginning the trail has. Answers whether it happened.
   */
  async finish(
    change: NewChange,
    last: number,
    parts: readonly Part[],
    now: string,
  ): Promise<boolean> {
    const { id, session_id: sessionId } = change;
    const isComplete = sql`exists (select 1 from sessions
      where id = ${sessionId} and status = 'completed')`;
    const held = sql`exists (select 1 from session_changes where id = ${id})`;
    const results = await this.#db.unrecordedBatch("outcome", (write) => [
      ...this.add(change)(write, allOf(isComplete, this.isLast(sessionId, last)), now),
      ...parts.flatMap((part) => part(write, held, now)),
    ]);
    return changesOf(results[0]) === 1;
  }

  async find(sessionId: string, id: string): Promise<StoredChange | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(sessionChanges)
      .where(and(eq(sessionChanges.session_id, sessionId), eq(sessionChanges.id, id)));
    return rows.map(toChange)[0] ?? null;
  }

  /** The changes of a session, newest first. */
  async list(sessionId: string, page: Page & { limit: number }): Promise<Paged<StoredChange>> {
    const isOf = eq(sessionChanges.session_id, sessionId);
    const [rows, totals] = await this.#db.batch([
      this.#db
        .select(COLUMNS)
        .from(sessionChanges)
        .where(isOf)
        .orderBy(desc(sessionChanges.seq))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(sessionChanges).where(isOf),
    ]);
    return { items: rows.map(toChange), total: totals[0]?.n ?? 0 };
  }
}

function toChange(row: typeof sessionChanges.$inferSelect & { superseded: number }): StoredChange {
  return { ...row, superseded: row.superseded === 1 };
}
