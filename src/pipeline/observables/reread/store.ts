import { and, eq, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { observableSources } from "../tables.ts";
import type { ObservableSource } from "../vocabulary.ts";

/** Maximum number of observables per step. */
const STEP = 200;

/** The values of a withdrawn mention. */
const TAKEN_BACK = { confidence: 0, count: 0, role: "vendor" } as const;

/** SQL for observables whose texts are analyzed again. */
export class RereadStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Withdraws all mentions of a source. Those found again are stored afterwards. */
  takeBack(type: ObservableSource, id: string): Part {
    return (write, held) => [
      write
        .update(observableSources)
        .set(TAKEN_BACK)
        .where(
          and(eq(observableSources.source_type, type), eq(observableSources.source_id, id), held),
        ),
    ];
  }

  /** Lists observables that no text mentions and that nobody entered, changed or confirmed. */
  async listUnmentioned(): Promise<string[]> {
    const rows = await this.#db.all<{ id: string }>(sql`
      select distinct o.id from observable_sources s
      cross join observables o on o.kind = s.kind and o.normalized_value = s.normalized_value
      where s.confidence = 0 and s.count = 0 and o.origin = 'extracted' and o.confirmed_by is null
        and not exists (select 1 from observable_sources other where other.kind = o.kind
          and other.normalized_value = o.normalized_value and other.confidence > 0)
      limit ${STEP}`);
    return rows.map(({ id }) => id);
  }
}
