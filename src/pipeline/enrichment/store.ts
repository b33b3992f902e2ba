import { and, desc, eq, getTableColumns, gt, lt } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { enrichments } from "./tables.ts";
import type { ProviderName } from "./vocabulary.ts";

export type EnrichmentRow = Omit<
  typeof enrichments.$inferSelect,
  "orphaned_at" | "kind" | "normalized_value"
>;

const {
  orphaned_at: _since,
  kind: _kind,
  normalized_value: _value,
  ...COLUMNS
} = getTableColumns(enrichments);

/** SQL for enrichments. */
export class EnrichmentStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the unexpired record of an observable by a provider, or null. */
  async findFresh(
    observableId: string,
    provider: ProviderName,
    now: string,
  ): Promise<EnrichmentRow | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(enrichments)
      .where(
        and(
          eq(enrichments.observable_id, observableId),
          eq(enrichments.provider, provider),
          gt(enrichments.expires_at, now),
        ),
      )
      .orderBy(desc(enrichments.created_at), desc(enrichments.id))
      .limit(1);
    return rows[0] ?? null;
  }

  /** Returns an unexpired record of any observable with this target, or null. */
  async findFreshByTarget(target: string, now: string): Promise<EnrichmentRow | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(enrichments)
      .where(and(eq(enrichments.target, target), gt(enrichments.expires_at, now)))
      .orderBy(desc(enrichments.expires_at), desc(enrichments.id))
      .limit(1);
    return rows[0] ?? null;
  }

  /** Adds a record. */
  add(row: EnrichmentRow): Part {
    return (write, held) => [insertRow(write, enrichments, row, held)];
  }

  /** Lists records, newest first. */
  async list(observableId: string, page: Page & { limit: number }): Promise<Paged<EnrichmentRow>> {
    const wanted = eq(enrichments.observable_id, observableId);
    return await readPage<typeof enrichments, EnrichmentRow>(this.#db, enrichments, {
      where: wanted,
      orderBy: [desc(enrichments.created_at), desc(enrichments.id)],
      page,
      columns: COLUMNS,
    });
  }

  /** Removes the records whose observable was deleted before a time. */
  async removeOrphaned(before: string): Promise<void> {
    await this.#db.unrecorded("expiry", (write) =>
      write.delete(enrichments).where(lt(enrichments.orphaned_at, before)),
    );
  }
}
