import { eq } from "drizzle-orm";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { rdapBootstraps } from "../tables.ts";

export type SeenBootstrap = typeof rdapBootstraps.$inferSelect;

/** SQL for the bootstrap files. */
export class BootstrapStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns a file as it was last read, or null. */
  async find(url: string): Promise<SeenBootstrap | null> {
    const rows = await this.#db.select().from(rdapBootstraps).where(eq(rdapBootstraps.url, url));
    return rows[0] ?? null;
  }

  /** Stores a file, replacing its previous version. */
  async save(bootstrap: SeenBootstrap): Promise<void> {
    await this.#db.unrecorded("work", (write) =>
      write
        .insert(rdapBootstraps)
        .values(bootstrap)
        .onConflictDoUpdate({ target: rdapBootstraps.url, set: bootstrap }),
    );
  }
}
