import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Statement, WorkspaceDb, Writer } from "../../platform/d1/databases.ts";
import { insertRow, insertRows } from "../../platform/d1/insert-rows.ts";
import { jsonChunks } from "../../platform/d1/json-chunks.ts";
import type { EntryPlan } from "./plan-entry.ts";
import { taxiiObjects, taxiiOrigins, taxiiSessions, taxiiState } from "./tables.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";
import type { Topic } from "./vocabulary.ts";

export type LedgerObject = typeof taxiiObjects.$inferSelect;
export type Origin = typeof taxiiOrigins.$inferSelect;
export type LedgerState = Omit<typeof taxiiState.$inferSelect, "id">;

/** The place where an object is listed. */
export type Place = Pick<LedgerObject, "level" | "stix_id">;

/** The ledger's data about an object that a session may change. */
export interface Touched extends Place {
  listed: LedgerObject | null;
  /** The newest version in another session at this level. */
  other: Pick<Origin, "session_id" | "version"> | null;
  /** Whether another session shares it at any level. */
  is_elsewhere: boolean;
}

/** The requested objects, after a position; null for no filter. */
export interface ObjectFilter {
  level: SharedLevel;
  topic: Topic;
  /** Microseconds, exclusive. */
  after: number;
  ids: readonly string[] | null;
  types: readonly string[] | null;
  versions: readonly string[] | null;
}

const STALE = "";
const among = (column: SQL, values: readonly string[]) =>
  sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
const placed = (json: string) =>
  sql`(level, stix_id) in (select value ->> 'level', value ->> 'stix_id' from json_each(${json}))`;

/** SQL for the ledger of shared objects. */
export class LedgerStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the state of the ledger, or null if it was never used. */
  async readState(): Promise<LedgerState | null> {
    return (await this.#db.select().from(taxiiState))[0] ?? null;
  }

  /** Initializes the ledger, unless another request did. */
  async begin(turn: string, trail: number): Promise<void> {
    const row = { id: 1, turn, last_added: 0, sessions_until: "", trail_until: trail };
    await this.#db.unrecorded("derived", (write) =>
      insertRow(write, taxiiState, row, sql`true`).onConflictDoNothing(),
    );
  }

  /** Returns a session that must be entered again. */
  async findStale(): Promise<string | null> {
    const rows = await this.#db
      .select({ id: taxiiSessions.session_id })
      .from(taxiiSessions)
      .where(sql`read_at = ''`)
      .limit(1);
    return rows[0]?.id ?? null;
  }

  /** Returns the last change of those sessions that are entered, as of their entry. */
  async listRead(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#db
      .select()
      .from(taxiiSessions)
      .where(among(sql`session_id`, ids));
    return new Map(rows.map(({ session_id: id, read_at: at }) => [id, at]));
  }

  async listOrigins(sessionId: string): Promise<Origin[]> {
    return await this.#db.select().from(taxiiOrigins).where(eq(taxiiOrigins.session_id, sessionId));
  }

  /** Returns the ledger's data about some objects, except what a session contributes. */
  async readTouched(sessionId: string, places: readonly Place[]): Promise<Touched[]> {
    const found: Touched[] = [];
    for (const { json } of jsonChunks(places)) {
      const rows = await this.#db.select().from(taxiiObjects).where(placed(json));
      const listed = new Map(rows.map((row) => [keyOf(row), row]));
      const others = await this.#db.all<OtherRow>(selectOthers(sessionId, json));
      found.push(...others.map((other) => toTouched(other, listed.get(keyOf(other)))));
    }
    return found;
  }

  /**
   * Writes a session's changes in one batch. Does nothing if another request wrote since the state was read.
   * @param readAt the session's last change, or null to remove the session
   */
  async enter(
    state: LedgerState,
    next: LedgerState,
    session: { id: string; readAt: string | null },
    { forgotten, origins, removed, added, handedOn }: EntryPlan,
  ): Promise<void> {
    const { id, readAt } = session;
    const rows = added.map((row, place) => ({ ...row, added: next.last_added + 1 + place }));
    const last_added = next.last_added + rows.length;
    await this.#write(state, { ...next, last_added }, (write, held) => [
      ...[...jsonChunks(removed)].map(({ json }) =>
        write.delete(taxiiObjects).where(and(placed(json), held)),
      ),
      ...insertRows(write, taxiiObjects, rows, held),
      ...[...jsonChunks(handedOn)].map(({ json }) => handOn(write, id, json, held)),
      ...[...jsonChunks(forgotten.map((stix_id) => ({ stix_id })))].map(({ json }) =>
        write
          .delete(taxiiOrigins)
          .where(
            and(
              eq(taxiiOrigins.session_id, id),
              sql`stix_id in (select value ->> 'stix_id' from json_each(${json}))`,
              held,
            ),
          ),
      ),
      ...insertRows(write, taxiiOrigins, origins, held),
      write.delete(taxiiSessions).where(and(eq(taxiiSessions.session_id, id), held)),
      ...(readAt === null
        ? []
        : [insertRow(write, taxiiSessions, { session_id: id, read_at: readAt }, held)]),
    ]);
  }

  /** Marks sessions that must be entered again, or all if none are named. */
  async markStale(
    state: LedgerState,
    next: LedgerState,
    ids: readonly string[] | "all",
  ): Promise<void> {
    await this.#write(state, next, (write, held) => [
      write
        .update(taxiiSessions)
        .set({ read_at: STALE })
        .where(and(ids === "all" ? undefined : among(sql`session_id`, ids), held)),
    ]);
  }

  /** Returns a page of the list, in the order of addition. */
  async list(filter: ObjectFilter, limit: number): Promise<LedgerObject[]> {
    const { level, after, ids, types, versions } = filter;
    const { added } = taxiiObjects;
    return await this.#db
      .select()
      .from(taxiiObjects)
      .where(
        and(
          eq(taxiiObjects.level, level),
          gt(added, after),
          inTopic(filter.topic),
          ids === null ? undefined : among(sql`stix_id`, ids),
          types === null ? undefined : among(sql`type`, types),
          versions === null ? undefined : among(sql`version`, versions),
        ),
      )
      // A few ids are found through their index and then sorted.
      .orderBy(ids === null ? asc(added) : sql`+${added}`)
      .limit(limit);
  }

  /** Removes withdrawals from before a given time, in microseconds. */
  async removeWithdrawn(before: number): Promise<void> {
    await this.#db.unrecorded("derived", (write) =>
      write.delete(taxiiObjects).where(and(sql`is_withdrawn = 1`, lt(taxiiObjects.added, before))),
    );
  }

  /** Changes the ledger and its state, if the state is unchanged since it was read. */
  async #write(
    { turn }: LedgerState,
    next: LedgerState,
    change: (write: Writer, held: SQL) => readonly Statement[],
  ): Promise<void> {
    const held = sql`exists (select 1 from taxii_state where turn = ${next.turn})`;
    await this.#db.unrecordedBatch("derived", (write) => [
      write.update(taxiiState).set(next).where(eq(taxiiState.turn, turn)),
      ...change(write, held),
    ]);
  }
}

function inTopic(topic: Topic): SQL | undefined {
  if (topic === "reports") return undefined;
  return topic === "observables" ? sql`in_observables = 1` : sql`in_techniques = 1`;
}

/** Hands each object on to another session with the same version of it. */
function handOn(write: Writer, sessionId: string, json: string, held: SQL) {
  const other = sql<string>`coalesce((select o.session_id from taxii_origins o
    where o.stix_id = taxii_objects.stix_id and o.level = taxii_objects.level
      and o.version = taxii_objects.version and o.session_id <> ${sessionId}), session_id)`;
  return write
    .update(taxiiObjects)
    .set({ session_id: other })
    .where(and(placed(json), held));
}

/** The data of other sessions about an object of a place. */
interface OtherRow extends Place {
  session_id: string | null;
  version: string | null;
  is_elsewhere: 0 | 1;
}

function selectOthers(sessionId: string, json: string): SQL {
  return sql`select t.value ->> 'level' as level, t.value ->> 'stix_id' as stix_id,
      o.session_id, o.version, exists (select 1 from taxii_origins e
        where e.stix_id = t.value ->> 'stix_id' and e.session_id <> ${sessionId}) as is_elsewhere
    from json_each(${json}) t
    left join taxii_origins o on o.rowid = (select b.rowid from taxii_origins b
      where b.stix_id = t.value ->> 'stix_id' and b.level = t.value ->> 'level'
        and b.session_id <> ${sessionId} order by b.version desc limit 1)`;
}

function toTouched(
  { level, stix_id, session_id, version, is_elsewhere }: OtherRow,
  listed: LedgerObject | undefined,
): Touched {
  const isThere = session_id !== null && version !== null;
  return {
    level,
    stix_id,
    listed: listed ?? null,
    other: isThere ? { session_id, version } : null,
    is_elsewhere: is_elsewhere === 1,
  };
}

const keyOf = ({ level, stix_id }: Place) => `${level} ${stix_id}`;
