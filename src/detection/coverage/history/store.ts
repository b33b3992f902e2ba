import { and, asc, between, eq, max } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import { coverageSnapshots } from "./tables.ts";

export type SnapshotRow = typeof coverageSnapshots.$inferSelect;

/** SQL for the daily counts of coverage. */
export class SnapshotStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the snapshots of a domain between two days, both inclusive, in order. */
  async list(domain: string, since: string, until: string): Promise<SnapshotRow[]> {
    return await this.#db
      .select()
      .from(coverageSnapshots)
      .where(
        and(eq(coverageSnapshots.domain, domain), between(coverageSnapshots.day, since, until)),
      )
      .orderBy(asc(coverageSnapshots.day));
  }

  /** Returns the day of the last snapshot of each domain that has one. */
  async lastDays(): Promise<Map<string, string>> {
    const rows = await this.#db
      .select({ domain: coverageSnapshots.domain, day: max(coverageSnapshots.day) })
      .from(coverageSnapshots)
      .groupBy(coverageSnapshots.domain);
    return new Map(rows.map(({ domain, day }) => [domain, day ?? ""]));
  }

  /** Stores the snapshot of a day, replacing an earlier one. */
  put(row: SnapshotRow): Part {
    const { version, counts, taken_at } = row;
    return (write, held) => [
      insertRow(write, coverageSnapshots, row, held).onConflictDoUpdate({
        target: [coverageSnapshots.domain, coverageSnapshots.day],
        set: { version, counts, taken_at },
      }),
    ];
  }
}
