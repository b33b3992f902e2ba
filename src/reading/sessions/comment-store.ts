import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { sessionComments } from "./tables.ts";

export type Comment = typeof sessionComments.$inferSelect;

/** Maximum comments per session, each up to 4,000 characters. */
export const MAX_COMMENTS = 500;

/** SQL for comments on sessions. They are deleted with their session. */
export class CommentStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the comments of a session, oldest first. */
  async list(sessionId: string): Promise<Comment[]> {
    return await this.#db
      .select()
      .from(sessionComments)
      .where(eq(sessionComments.session_id, sessionId))
      .orderBy(asc(sessionComments.id));
  }

  async find(sessionId: string, id: string): Promise<Comment | null> {
    const rows = await this.#db
      .select()
      .from(sessionComments)
      .where(and(eq(sessionComments.session_id, sessionId), eq(sessionComments.id, id)));
    return rows[0] ?? null;
  }

  /** Condition: the session has room for another comment, on one of its techniques or on the whole. */
  hasRoom(sessionId: string, attackId: string | null): SQL {
    const isThere =
      attackId === null
        ? sql`exists (select 1 from sessions where id = ${sessionId})`
        : sql`exists (select 1 from session_techniques
            where session_id = ${sessionId} and attack_id = ${attackId})`;
    return sql`${isThere} and (select count(*) from session_comments
      where session_id = ${sessionId}) < ${MAX_COMMENTS}`;
  }

  /** Condition: the comment exists. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from session_comments where id = ${id})`;
  }

  add(comment: Omit<Comment, "created_at">): Part {
    return (write, held, now) => [
      insertRow(write, sessionComments, { ...comment, created_at: now }, held),
    ];
  }

  remove(id: string): Part {
    return (write, held) => [
      write.delete(sessionComments).where(and(eq(sessionComments.id, id), held)),
    ];
  }
}
