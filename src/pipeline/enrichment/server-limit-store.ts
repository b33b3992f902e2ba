import { gt, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { rdapLimits } from "./tables.ts";

/** SQL for the RDAP servers that limit queries (RFC 7480, 5.5), and until when. */
export class ServerLimitStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the limited servers by host, each with the time until which it is not queried. */
  async list(now: string): Promise<Map<string, string>> {
    const rows = await this.#db.select().from(rdapLimits).where(gt(rdapLimits.until, now));
    return new Map(rows.map(({ server, until }) => [server, until]));
  }

  /** Records until when a server is not queried. A later known time is retained. */
  async limit(server: string, until: string): Promise<void> {
    await this.#db.unrecorded("work", (write) =>
      write
        .insert(rdapLimits)
        .values({ server, until })
        .onConflictDoUpdate({
          target: rdapLimits.server,
          set: { until: sql`max(${rdapLimits.until}, excluded.until)` },
        }),
    );
  }
}
