import { and, eq, type SQL, sql } from "drizzle-orm";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { enrichmentLocks } from "./tables.ts";

/** SQL for the locks of lookups, servers and bootstrap files. Each has one owner, until a time. */
export class LockStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Acquires a lock. Returns false while another owner has it. */
  async lock(name: string, owner: string, now: string, until: string): Promise<boolean> {
    const result = await this.#db.unrecorded("work", (write) =>
      write
        .insert(enrichmentLocks)
        .values({ name, owner, until })
        .onConflictDoUpdate({
          target: enrichmentLocks.name,
          set: { owner, until },
          setWhere: sql`${enrichmentLocks.until} <= ${now}`,
        }),
    );
    return changesOf(result) === 1;
  }

  /** Releases a lock, unless another owner has acquired it meanwhile. */
  async release(name: string, owner: string): Promise<void> {
    await this.#db.unrecorded("work", (write) =>
      write.delete(enrichmentLocks).where(isOwn(name, owner)),
    );
  }

  /** Returns the condition that an owner still has a lock. */
  isHeld(name: string, owner: string): SQL {
    return sql`exists (select 1 from ${enrichmentLocks} where ${isOwn(name, owner)})`;
  }

  /** Releases all locks. Use it only when the process that acquired them is known to be gone. */
  async releaseAll(): Promise<void> {
    await this.#db.unrecorded("work", (write) => write.delete(enrichmentLocks));
  }
}

function isOwn(name: string, owner: string) {
  return and(eq(enrichmentLocks.name, name), eq(enrichmentLocks.owner, owner));
}
