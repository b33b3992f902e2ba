import { gt, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { rdapLimits } from "./tables.ts";

/** SQL for the RDAP servers that limit their queries (RFC 7480, 5.5), and until when. */
export class ServerLimitStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** The limited servers, by host, with the time until when they are not asked. */
  async list(now: string): Promise<Map<string, string>> {
    const rows = await this.#db.select().from(rdapLimits).where(gt(rdapLimits.until, now));
    return new Map(rows.map(({ server, until }) => [server, until]));
  }

  /** Notes that a server is not asked until a time; a later time that is known stays. */
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
