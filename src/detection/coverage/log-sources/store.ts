import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import type { LogSourceEntry } from "./schema.ts";
import { logInventory } from "./tables.ts";

export type InventoryRow = typeof logInventory.$inferSelect;

/** The inventory before the first change. */
export const NO_INVENTORY: Omit<InventoryRow, "updated_by" | "updated_at"> & {
  updated_by: null;
  updated_at: null;
} = { id: 1, revision: 0, entries: [], updated_by: null, updated_at: null };

const THE_ROW = eq(logInventory.id, 1);

/** SQL for the log inventory, which is one row. */
export class LogSourceStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the inventory, or null before the first change. */
  async find(): Promise<InventoryRow | null> {
    return (await this.selectOne())[0] ?? null;
  }

  /** Builds the select of the inventory, for use in a batch. */
  selectOne() {
    return this.#db.select().from(logInventory).where(THE_ROW);
  }

  /** Builds the condition that the inventory is unchanged since a revision. */
  isAt(revision: number): SQL {
    return sql`coalesce((select revision from log_inventory where id = 1), 0) = ${revision}`;
  }

  /** Replaces the list. */
  replace(entries: LogSourceEntry[], actor: string): Part {
    return (write, held, now) => [
      write
        .update(logInventory)
        .set({
          entries,
          revision: sql`${logInventory.revision} + 1`,
          updated_by: actor,
          updated_at: now,
        })
        .where(and(THE_ROW, held)),
      insertRow(
        write,
        logInventory,
        { id: 1, revision: 1, entries, updated_by: actor, updated_at: now },
        sql`${held} and not exists (select 1 from log_inventory)`,
      ),
    ];
  }
}
