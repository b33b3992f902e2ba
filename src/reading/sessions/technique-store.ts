import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRows } from "../../platform/d1/insert-rows.ts";
import { sessionTechniques } from "./tables.ts";

/** A span of the report that shows a technique. */
export type Passage = TechniqueRow["passages"][number];
export type TechniqueRow = typeof sessionTechniques.$inferSelect;

/** A technique without its large columns. */
export type BriefTechnique = Omit<
  TechniqueRow,
  "passages" | "hit" | "features" | "runners_up" | "nearest_procedure" | "judgement" | "decided"
>;

/** SQL for changing the techniques of sessions. */
export class TechniqueStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(sessionId: string, attackId: string): Promise<TechniqueRow | null> {
    const rows = await this.#db
      .select()
      .from(sessionTechniques)
      .where(isTechnique(sessionId, attackId));
    return rows[0] ?? null;
  }

  /** Returns those techniques of a session that have one of the given ids. */
  async findMany(sessionId: string, attackIds: readonly string[]): Promise<TechniqueRow[]> {
    return await this.#db
      .select()
      .from(sessionTechniques)
      .where(areTechniques(sessionId, attackIds))
      .orderBy(asc(sessionTechniques.position));
  }

  /** Returns all techniques of a session, in the order of its response. */
  async list(sessionId: string): Promise<TechniqueRow[]> {
    return await this.#db
      .select()
      .from(sessionTechniques)
      .where(eq(sessionTechniques.session_id, sessionId))
      .orderBy(asc(sessionTechniques.position));
  }

  /** Returns the techniques of many sessions, surest first, without the analyzer's explanations. */
  async listBriefly(sessionIds: readonly string[]): Promise<BriefTechnique[]> {
    if (sessionIds.length === 0) return [];
    const {
      passages: _passages,
      hit: _hit,
      features: _features,
      runners_up: _others,
      nearest_procedure: _nearest,
      judgement: _judgement,
      decided: _decided,
      ...columns
    } = getTableColumns(sessionTechniques);
    return await this.#db
      .select(columns)
      .from(sessionTechniques)
      .where(
        sql`${sessionTechniques.session_id} in (select value from json_each(${JSON.stringify(sessionIds)}))`,
      )
      .orderBy(asc(sessionTechniques.session_id), asc(sessionTechniques.position));
  }

  /** Adds techniques, attributed to a user. */
  add(rows: readonly Omit<TechniqueRow, "changed_by" | "changed_at">[], by: string): Part {
    return (write, held, now) => {
      const signed = rows.map((row) => ({ ...row, changed_by: by, changed_at: now }));
      return insertRows(write, sessionTechniques, signed, held);
    };
  }

  /** Applies the same change to one or more techniques, attributed to a user. */
  change(
    sessionId: string,
    attackIds: readonly string[],
    change: Partial<TechniqueRow>,
    by: string,
  ): Part {
    return (write, held, now) => [
      write
        .update(sessionTechniques)
        .set({ ...change, changed_by: by, changed_at: now })
        .where(and(areTechniques(sessionId, attackIds), held)),
    ];
  }

  /** Removes techniques. */
  remove(sessionId: string, attackIds: readonly string[]): Part {
    return (write, held) => [
      write.delete(sessionTechniques).where(and(areTechniques(sessionId, attackIds), held)),
    ];
  }

  /** Replaces all techniques of a session. */
  replaceAll(sessionId: string, rows: readonly TechniqueRow[]): Part {
    return (write, held) => [
      write.delete(sessionTechniques).where(and(eq(sessionTechniques.session_id, sessionId), held)),
      ...insertRows(write, sessionTechniques, rows, held),
    ];
  }
}

function areTechniques(sessionId: string, attackIds: readonly string[]) {
  const ids = JSON.stringify(attackIds);
  return and(
    eq(sessionTechniques.session_id, sessionId),
    sql`${sessionTechniques.attack_id} in (select value from json_each(${ids}))`,
  );
}

function isTechnique(sessionId: string, attackId: string) {
  return and(
    eq(sessionTechniques.session_id, sessionId),
    eq(sessionTechniques.attack_id, attackId),
  );
}
