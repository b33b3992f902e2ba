import { eq } from "drizzle-orm";
import type { KnowledgeDb } from "../../platform/d1/databases.ts";
import { upstreamBundles, upstreamIndex } from "./tables.ts";

export type SeenIndex = typeof upstreamIndex.$inferSelect;
export type SeenBundle = typeof upstreamBundles.$inferSelect;

/** SQL for the last responses of upstream. */
export class UpstreamStore {
  readonly #db: KnowledgeDb;

  constructor(db: KnowledgeDb) {
    this.#db = db;
  }

  async findIndex(url: string): Promise<SeenIndex | null> {
    const rows = await this.#db.select().from(upstreamIndex).where(eq(upstreamIndex.url, url));
    return rows[0] ?? null;
  }

  async saveIndex(index: SeenIndex): Promise<void> {
    await this.#db
      .insert(upstreamIndex)
      .values(index)
      .onConflictDoUpdate({ target: upstreamIndex.url, set: index });
  }

  async listBundles(): Promise<SeenBundle[]> {
    return await this.#db.select().from(upstreamBundles);
  }

  async findBundle(url: string): Promise<SeenBundle | null> {
    const rows = await this.#db.select().from(upstreamBundles).where(eq(upstreamBundles.url, url));
    return rows[0] ?? null;
  }

  async saveBundle(bundle: SeenBundle): Promise<void> {
    await this.#db
      .insert(upstreamBundles)
      .values(bundle)
      .onConflictDoUpdate({ target: upstreamBundles.url, set: bundle });
  }
}
