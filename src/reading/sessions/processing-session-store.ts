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

/** What a session is created with; its outcome comes later. */
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

/** What a completed analysis adds to its session. */
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
  /** To add to the warnings of the creation. */
  warnings: string[];
};

/** SQL for sessions that are being worked on: `processing` until one batch completes or fails them. */
export class ProcessingSessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** That no session of an actor has this key, but for those that failed. */
  isKeyFree(actor: string, key: string): SQL {
    return sql`not exists (select 1 from sessions where actor = ${actor}
      and idempotency_key = ${key} and status <> 'failed')`;
  }

  /** Counts the sessions that are being worked on. */
  async count(): Promise<number> {
    const [row] = await this.#db
      .select({ n: count() })
      .from(sessions)
      .where(eq(sessions.status, "processing"));
    return row?.n ?? 0;
  }

  /** Adds a session that is being worked on. */
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

  /** Stores the outcome and completes; false when the session is no longer being worked on. */
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
          // Names and notes may have come while it was being worked on.
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

  /** Ends a session that did not succeed, with a reason to be shown; false when none is open. */
  async fail(id: string, reason: string, now: string): Promise<boolean> {
    const result = await this.#db.unrecorded("outcome", (write) =>
      write
        .update(sessions)
        .set({ status: "failed", failure: reason, updated_at: now })
        .where(and(eq(sessions.id, id), eq(sessions.status, "processing"))),
    );
    return changesOf(result) === 1;
  }

  /** Fails every session that has not been worked on since the given time. */
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
