import { and, count, desc, eq, getTableColumns, gt, lt, sql } from "drizzle-orm";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import type { Enrichment } from "./schema.ts";
import { enrichments } from "./tables.ts";

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

  /** The record of an observable that has not expired, or null. */
  async findFresh(observableId: string, now: string): Promise<EnrichmentRow | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(enrichments)
      .where(and(eq(enrichments.observable_id, observableId), gt(enrichments.expires_at, now)))
      .orderBy(desc(enrichments.created_at), desc(enrichments.id))
      .limit(1);
    return rows[0] ?? null;
  }

  /** A record of any observable with this target that has not expired, or null. */
  async findFreshByTarget(target: string, now: string): Promise<EnrichmentRow | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(enrichments)
      .where(and(eq(enrichments.target, target), gt(enrichments.expires_at, now)))
      .orderBy(desc(enrichments.expires_at), desc(enrichments.id))
      .limit(1);
    return rows[0] ?? null;
  }

  /**
   * Adds a record with its audit row, while its maker has the turn and the observable is there;
   * false when one of them is gone.
   */
  async add(row: EnrichmentRow, owner: string, entry: AuditEntry): Promise<boolean> {
    const held = sql`exists (select 1 from enrichment_turns
        where name = ${row.target} and owner = ${owner})
      and exists (select 1 from observables where id = ${row.observable_id})`;
    const added = sql`exists (select 1 from enrichments where id = ${row.id})`;
    const [inserted] = await this.#db.batch([
      this.#db.insert(enrichments).select(
        sql`select ${row.id}, ${row.observable_id}, ${row.provider}, ${row.target},
          ${row.asked_for}, ${row.status}, ${row.confidence}, ${JSON.stringify(row.summary)},
          ${row.detail}, ${row.source_url}, ${Number(row.is_exact)}, ${Number(row.cached)},
          ${row.created_at}, ${row.expires_at}, null, null, null where ${held}`,
      ),
      recordEntry(this.#db, entry, added),
    ]);
    return changesOf(inserted) === 1;
  }

  /** Newest first. */
  async list(observableId: string, page: Page & { limit: number }): Promise<Paged<EnrichmentRow>> {
    const wanted = eq(enrichments.observable_id, observableId);
    const [items, totals] = await this.#db.batch([
      this.#db
        .select(COLUMNS)
        .from(enrichments)
        .where(wanted)
        .orderBy(desc(enrichments.created_at), desc(enrichments.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(enrichments).where(wanted),
    ]);
    return { items, total: totals[0]?.n ?? 0 };
  }

  /** Removes what has had no observable since before a time. */
  async removeOrphaned(before: string): Promise<void> {
    await this.#db.delete(enrichments).where(lt(enrichments.orphaned_at, before));
  }

  /** The audit rows of records, by the record's id, oldest first. */
  async listAudit(ids: readonly string[]): Promise<Map<string, Enrichment["audit"]>> {
    const rows = await this.#db.all<{ object_id: string; details: string } & AuditColumns>(sql`
      select a.object_id, a.id, a.actor, a.action, a.details, a.created_at
      from json_each(${JSON.stringify(ids)}) v cross join audit a
      on a.object_type = 'enrichment' and a.object_id = v.value order by a.seq`);
    const read = rows.map(({ object_id, details, ...columns }) => ({
      object_id,
      entry: { ...columns, details: JSON.parse(details) as Record<string, unknown> },
    }));
    const byRecord = Map.groupBy(read, ({ object_id: id }) => id);
    return new Map([...byRecord].map(([id, found]) => [id, found.map(({ entry }) => entry)]));
  }
}

type AuditColumns = Omit<Enrichment["audit"][number], "details">;
