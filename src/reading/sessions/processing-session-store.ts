import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { isWrittenBefore } from "../../platform/d1/clock.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow, insertRows } from "../../platform/d1/insert-rows.ts";
import { foldText } from "../../platform/lib/text.ts";
import { NO_ENTITIES } from "../entities/schema.ts";
import { searchTextOf } from "./session-title.ts";
import type { Session, StoredTechnique } from "./store.ts";
import { sessions, sessionTechniques } from "./tables.ts";

/** The fields of a new session. Its outcome is added later. */
export type NewSession = Pick<
  Session,
  | "id"
  | "name"
  | "title"
  | "provider"
  | "model"
  | "mode"
  | "min_confidence"
  | "domain"
  | "version"
  | "filename"
  | "source_url"
  | "published_at"
  | "language"
  | "actor"
  | "warnings"
  | "chars_total"
  | "idempotency_key"
  | "input_sha256"
  | "stored_bytes"
>;

/** The fields that a completed analysis adds to its session. */
export type Outcome = Pick<
  Session,
  | "summary"
  | "apt_hints"
  | "rejected_techniques"
  | "set_aside"
  | "candidates"
  | "entities"
  | "document_kind"
  | "chars_analyzed"
  | "chunks"
  | "usage"
> & {
  techniques: StoredTechnique[];
  /** Stores the observables that the report names. */
  observables: Part;
  /** Appended to the warnings from creation. */
  warnings: string[];
};

/** SQL for sessions in progress: `processing` until one batch completes or fails them. */
export class ProcessingSessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Condition: no session of an actor has this key, except failed ones. */
  isKeyFree(actor: string, key: string): SQL {
    return sql`not exists (select 1 from sessions where actor = ${actor}
      and idempotency_key = ${key} and status <> 'failed')`;
  }

  /** Counts the sessions in progress. */
  async count(): Promise<number> {
    const [row] = await this.#db
      .select({ n: count() })
      .from(sessions)
      .where(eq(sessions.status, "processing"));
    return row?.n ?? 0;
  }

  /** Adds a session in progress. */
  create(session: NewSession): Part {
    return (write, held, now) => {
      const row = {
        ...session,
        status: "processing" as const,
        summary: "",
        tags: [],
        note: "",
        review_state: "draft" as const,
        search_text: searchTextOf({ ...session, summary: "", note: "" }),
        apt_hints: [],
        rejected_techniques: [],
        set_aside: [],
        candidates: [],
        entities: NO_ENTITIES,
        document_kind: null,
        chars_analyzed: 0,
        chunks: 0,
        usage: null,
        technique_count: 0,
        created_at: now,
        updated_at: now,
      };
      return [insertRow(write, sessions, row, held)];
    };
  }

  /** Stores the outcome and completes the session. Returns false if it is no longer in progress. */
  async complete(id: string, outcome: Outcome, now: string): Promise<boolean> {
    const { techniques, observables, warnings, ...fields } = outcome;
    const rows = techniques.map((technique, position) => ({
      ...technique,
      session_id: id,
      position,
    }));
    let place = 0;
    const results = await this.#db.unrecordedBatch("outcome", (write) => {
      const inserts = insertRows(write, sessionTechniques, rows, hasStatus(id, "processing"));
      place = inserts.length;
      const update = write
        .update(sessions)
        .set({
          ...fields,
          status: "completed",
          technique_count: techniques.length,
          // Names and notes may have been added during the analysis.
          search_text: sql`${sessions.search_text} || ' ' || ${foldText(fields.summary)}`,
          warnings: sql`(select json_group_array(value) from (
            select value from json_each(${sessions.warnings})
            union all select value from json_each(${JSON.stringify(warnings)})))`,
          updated_at: now,
        })
        .where(and(eq(sessions.id, id), eq(sessions.status, "processing")));
      return [...inserts, update, ...observables(write, hasStatus(id, "completed"), now)];
    });
    return changesOf(results[place]) === 1;
  }

  /** Fails a session with a reason to show. Returns false if it is not in progress. */
  async fail(id: string, reason: string, now: string): Promise<boolean> {
    const result = await this.#db.unrecorded("outcome", (write) =>
      write
        .update(sessions)
        .set({ status: "failed", failure: reason, updated_at: now })
        .where(and(eq(sessions.id, id), eq(sessions.status, "processing"))),
    );
    return changesOf(result) === 1;
  }

  /** Fails every session in progress that has not been updated since the given time. */
  async failOlderThan(before: string, reason: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(sessions)
        .set({ status: "failed", failure: reason, updated_at: now })
        .where(
          and(eq(sessions.status, "processing"), isWrittenBefore(sessions.updated_at, before, now)),
        ),
    );
  }
}

function hasStatus(id: string, status: Session["status"]): SQL {
  return sql`exists (select 1 from sessions where id = ${id} and status = ${status})`;
}
