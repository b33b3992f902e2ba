import { sql } from "drizzle-orm";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRows } from "../../platform/d1/insert-rows.ts";
import type { KnownAnswer, VerdictCache } from "../providers/judge/verdict.ts";
import { sessions, verdicts } from "./tables.ts";

/** SQL for the verdicts of models on passages. */
export class VerdictStore implements VerdictCache {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(keys: readonly string[]): Promise<Map<string, KnownAnswer>> {
    const rows = await this.#db
      .select()
      .from(verdicts)
      .where(sql`${verdicts.key} in (select value from json_each(${JSON.stringify(keys)}))`);
    return new Map(rows.map(({ key, session_id: _session, ...answer }) => [key, answer]));
  }

  /** Stores answers, unless their session was deleted in the meantime. */
  async store(sessionId: string, answers: ReadonlyMap<string, KnownAnswer>): Promise<void> {
    const rows = [...answers].map(([key, answer]) => ({ key, session_id: sessionId, ...answer }));
    const isNew = sql`exists (select 1 from ${sessions} where ${sessions.id} = ${sessionId})
      and not exists (select 1 from ${verdicts} where ${verdicts.key} = value ->> '$.key')`;
    await this.#db.unrecordedBatch("outcome", (write) => insertRows(write, verdicts, rows, isNew));
  }
}
