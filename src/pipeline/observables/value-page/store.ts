import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import type { ObservableRow } from "../store.ts";
import { observableSources } from "../tables.ts";
import type { Match } from "../vocabulary.ts";

export type SourceRow = typeof observableSources.$inferSelect;
type Valued = Omit<Match, "value">;
/** An observable, and the number of the given sources that mention it. */
type Related = Pick<ObservableRow, "id" | "kind" | "normalized_value" | "role" | "confidence"> & {
  sources: number;
};

/** SQL for the mentions of a value. */
export class ValuePageStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the latest mentions of a value, and their total. */
  async listMentions(
    { kind, normalized_value: value }: Valued,
    limit: number,
  ): Promise<{ rows: SourceRow[]; total: number }> {
    const where = and(
      eq(observableSources.kind, kind),
      eq(observableSources.normalized_value, value),
    );
    // IDs increase with time (RFC 9562, version 7).
    const rows = await this.#db
      .select()
      .from(observableSources)
      .where(where)
      .orderBy(desc(observableSources.source_id))
      .limit(limit);
    if (rows.length < limit) return { rows, total: rows.length };
    const [counted] = await this.#db
      .select({ n: sql<number>`count(*)` })
      .from(observableSources)
      .where(where);
    return { rows, total: counted?.n ?? rows.length };
  }

  /** Lists other observables that these sources mention, the most frequent first. */
  async listRelated(
    { kind, normalized_value: value }: Valued,
    sources: readonly SourceRow[],
    limit: number,
  ): Promise<Related[]> {
    const keys = JSON.stringify(sources.map((one) => [one.source_type, one.source_id]));
    return await this.#db.all<Related>(sql`
      select o.id, o.kind, o.normalized_value, o.role, o.confidence, count(*) as sources
      from json_each(${keys}) k
      cross join observable_sources s on s.source_type = k.value->>0 and s.source_id = k.value->>1
      cross join observables o on o.kind = s.kind and o.normalized_value = s.normalized_value
      where not (o.kind = ${kind} and o.normalized_value = ${value})
      group by o.id order by sources desc, o.confidence desc, o.normalized_value limit ${limit}`);
  }
}
