import { and, asc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { observables, observableSources } from "./tables.ts";

/** SQL for observables that have not been seen or edited for a long time. */
export class StaleStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Lists the IDs of observables last seen, and stored, before a time, the oldest first. */
  async list(before: string, limit: number): Promise<string[]> {
    const { id, origin, tags, confirmed_by: confirmed, decided_by: decided } = observables;
    const { last_seen_at: seen, created_at: created, first_seen_at: first } = observables;
    const rows = await this.#db
      .select({ id })
      .from(observables)
      .where(
        and(
          lt(seen, before),
          sql`coalesce(${created}, ${first}) < ${before}`,
          sql`+${eq(origin, "extracted")}`,
          isNull(confirmed),
          isNull(decided),
          sql`+${tags} = '[]'`,
        ),
      )
      .orderBy(asc(seen), asc(id))
      .limit(limit);
    return rows.map((row) => row.id);
  }

  /** Removes observables with their mentions. */
  async remove(ids: readonly string[]): Promise<void> {
    const among = (column: SQL) =>
      sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
    await this.#db.unrecordedBatch("expiry", (write) => [
      write.delete(observableSources).where(sql`(kind, normalized_value) in (
        select o.kind, o.normalized_value from observables o where ${among(sql`o.id`)})`),
      write.delete(observables).where(among(sql`id`)),
    ]);
  }
}
