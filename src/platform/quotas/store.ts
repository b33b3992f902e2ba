import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../d1/databases.ts";
import { type COUNTED, totals } from "./tables.ts";

export type Counted = (typeof COUNTED)[number];

/** SQL for the totals of stored objects, which the database maintains itself. */
export class TotalStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the number of each type. */
  async read(): Promise<ReadonlyMap<Counted, number>> {
    const rows = await this.#db.select().from(totals);
    return new Map(rows.map(({ name, n }) => [name, n]));
  }
}

/** Returns SQL for the number of objects with a status, or of observables of a kind. */
export function totalOfStatus(
  counted: "intake_reports" | "sessions" | "observables",
  status: string,
): SQL {
  return sql`coalesce((select n from totals where name = ${`${counted}.${status}`}), 0)`;
}

/** Returns SQL for the number of objects of a type. */
export function totalOf(counted: Counted): SQL {
  return sql`(select n from totals where name = ${counted})`;
}
