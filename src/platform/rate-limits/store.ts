import { lt, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../d1/databases.ts";
import { rateCounts } from "./tables.ts";

const MINUTE_MS = 60_000;

/** Counts per actor, action and minute. */
export class RateStore {
  readonly #db: WorkspaceDb;
  readonly #clock: () => number;

  constructor(db: WorkspaceDb, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts one action. Returns the count of this minute and the seconds left in it. */
  async count(actor: string, action: string): Promise<{ count: number; secondsLeft: number }> {
    const now = this.#clock();
    const minute = Math.floor(now / MINUTE_MS);
    const rows = await this.#db.unrecorded("count", (write) =>
      write
        .insert(rateCounts)
        .values({ actor, action, minute, count: 1 })
        .onConflictDoUpdate({
          target: [rateCounts.actor, rateCounts.action, rateCounts.minute],
          set: { count: sql`${rateCounts.count} + 1` },
        })
        .returning({ count: rateCounts.count }),
    );
    const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    return { count: rows[0]?.count ?? 1, secondsLeft };
  }

  async removeOld(): Promise<void> {
    const minute = Math.floor(this.#clock() / MINUTE_MS);
    await this.#db.unrecorded("count", (write) =>
      write.delete(rateCounts).where(lt(rateCounts.minute, minute)),
    );
  }
}
