import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { enrichmentQueries } from "./tables.ts";
import type { ProviderName } from "./vocabulary.ts";

/** SQL for the times of queries, which count against budgets. */
export class QueryStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns when the n-th latest query since a time was sent, or null if there were fewer. */
  async findNthLatest(provider: ProviderName, since: string, n: number): Promise<string | null> {
    const rows = await this.#db
      .select({ asked_at: enrichmentQueries.asked_at })
      .from(enrichmentQueries)
      .where(and(eq(enrichmentQueries.provider, provider), gt(enrichmentQueries.asked_at, since)))
      .orderBy(desc(enrichmentQueries.asked_at))
      .limit(1)
      .offset(n - 1);
    return rows[0]?.asked_at ?? null;
  }

  /** Counts a query. */
  async add(query: typeof enrichmentQueries.$inferInsert): Promise<void> {
    await this.#db.unrecorded("count", (write) => write.insert(enrichmentQueries).values(query));
  }

  /** Removes queries that no budget counts any more. */
  async removeOld(before: string): Promise<void> {
    await this.#db.unrecorded("count", (write) =>
      write.delete(enrichmentQueries).where(lt(enrichmentQueries.asked_at, before)),
    );
  }
}
