import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import type { Session } from "./store.ts";
import { sessions } from "./tables.ts";

/** The provider and release for retrying a failed session. */
export type Reopening = Pick<Session, "provider" | "model" | "version" | "warnings">;

/** SQL for failed sessions, which are retried or expire. */
export class FailedSessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Condition: the session exists and has failed. */
  isFailed(id: string): SQL {
    return sql`exists (select 1 from sessions where id = ${id} and status = 'failed')`;
  }

  /** Sets a failed session to processing again. */
  reopen(id: string, change: Reopening): Part {
    // The key may belong to a session that was created after this one had failed.
    const key = sql`case when exists (select 1 from sessions other where other.id <> ${id}
      and other.actor = ${sessions.actor} and other.idempotency_key = ${sessions.idempotency_key}
      and other.status <> 'failed') then null else ${sessions.idempotency_key} end`;
    return (write, held, now) => [
      write
        .update(sessions)
        .set({
          ...change,
          status: "processing",
          failure: null,
          idempotency_key: key,
          updated_at: now,
        })
        .where(and(eq(sessions.id, id), held)),
    ];
  }

  /** Returns sessions that failed before a time, oldest first. */
  async listFailedBefore(before: string, limit: number): Promise<Session[]> {
    return await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.status, "failed"), lt(sessions.updated_at, before)))
      .orderBy(asc(sessions.created_at))
      .limit(limit);
  }
}
