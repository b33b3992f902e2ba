import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRows } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { LastChange } from "../../platform/lib/errors.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { type ChangeTouch, findSuperseded } from "./superseded-changes.ts";
import { sessionChanges } from "./tables.ts";

/** A change by a person, and whether a later change touched the same fields. */
export type StoredChange = typeof sessionChanges.$inferSelect & { superseded: boolean };
/** The last change of a session: its sequence number, id, author and time. 0 and null before the first change. */
export interface LastSessionChange extends LastChange {
  seq: number;
  id: string | null;
}

export type NewChange = Omit<typeof sessionChanges.$inferInsert, "seq" | "created_at">;

const TOUCH = {
  seq: sessionChanges.seq,
  id: sessionChanges.id,
  attack_id: sessionChanges.attack_id,
  subjects: sessionChanges.subjects,
  fields: sessionChanges.fields,
  undoes: sessionChanges.undoes,
};

/** SQL for the history of sessions. */
export class ChangeStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async lastOf(sessionId: string): Promise<LastSessionChange> {
    const { seq, id, actor, created_at } = sessionChanges;
    const rows = await this.#db
      .select({ seq, id, changed_by: actor, changed_at: created_at })
      .from(sessionChanges)
      .where(eq(sessionChanges.session_id, sessionId))
      .orderBy(desc(sessionChanges.seq))
      .limit(1);
    return rows[0] ?? { seq: 0, id: null, changed_by: null, changed_at: null };
  }

  /** Condition: the session has no change after a sequence number. */
  isLast(sessionId: string, seq: number): SQL {
    return sql`not exists (select 1 from session_changes
      where session_id = ${sessionId} and seq > ${seq})`;
  }

  /** Records changes, in order. */
  add(changes: readonly NewChange[]): Part {
    return (write, held, now) => {
      const dated = changes.map((change) => ({ ...change, created_at: now }));
      return insertRows(write, sessionChanges, dated, held);
    };
  }

  /**
   * Writes parts with their change if the session is complete and not signed, and has no change after a sequence
   * number. Completes an action whose start the audit trail recorded. Returns whether it was written.
   */
  async finish(
    change: NewChange,
    last: number,
    parts: readonly Part[],
    now: string,
  ): Promise<boolean> {
    const { id, session_id: sessionId } = change;
    const isComplete = sql`exists (select 1 from sessions
      where id = ${sessionId} and status = 'completed' and review_state <> 'signed')`;
    const held = sql`exists (select 1 from session_changes where id = ${id})`;
    const results = await this.#db.unrecordedBatch("outcome", (write) => [
      ...this.add([change])(write, allOf(isComplete, this.isLast(sessionId, last)), now),
      ...parts.flatMap((part) => part(write, held, now)),
    ]);
    return changesOf(results[0]) === 1;
  }

  async find(sessionId: string, id: string): Promise<StoredChange | null> {
    const found = await this.#read(sessionId, sql`id = ${id}`);
    return found[0] ?? null;
  }

  /** Returns all changes of the request that made a change, newest first. Empty for an unknown change. */
  async findBatch(sessionId: string, id: string): Promise<StoredChange[]> {
    const batch = sql`(select batch_id from session_changes where id = ${id})`;
    const isOne = sql`(id = ${id} or batch_id = ${batch})`;
    return await this.#read(sessionId, isOne);
  }

  /** Returns changes that were made together, and the fields touched by later changes. */
  async #read(sessionId: string, isOne: SQL): Promise<StoredChange[]> {
    // Filters by session, which has an index. Batches have none.
    const wanted = sql`session_id = ${sessionId} and ${isOne}`;
    const [rows, later] = await this.#db.batch([
      this.#db.select().from(sessionChanges).where(wanted).orderBy(desc(sessionChanges.seq)),
      this.#laterThan(sessionId, sql`(select max(seq) from session_changes where ${wanted})`),
    ]);
    return withSuperseded(rows, later);
  }

  /** Returns the changes of a session, newest first. */
  async list(sessionId: string, page: Page & { limit: number }): Promise<Paged<StoredChange>> {
    const { items, total } = await readPage(this.#db, sessionChanges, {
      where: eq(sessionChanges.session_id, sessionId),
      orderBy: [desc(sessionChanges.seq)],
      page,
    });
    const [newest] = items;
    const isFirst = page.offset === 0 || newest === undefined;
    const later = isFirst ? [] : await this.#laterThan(sessionId, sql`${newest.seq}`);
    return { items: withSuperseded(items, later), total };
  }

  /** Returns the fields touched by changes after a sequence number, newest first. */
  #laterThan(sessionId: string, seq: SQL) {
    return this.#db
      .select(TOUCH)
      .from(sessionChanges)
      .where(and(eq(sessionChanges.session_id, sessionId), gt(sessionChanges.seq, seq)))
      .orderBy(desc(sessionChanges.seq));
  }
}

function withSuperseded(
  changes: readonly (typeof sessionChanges.$inferSelect)[],
  later: readonly ChangeTouch[],
): StoredChange[] {
  const superseded = findSuperseded([...later, ...changes]);
  return changes.map((change) => ({ ...change, superseded: superseded.has(change.id) }));
}
