import { and, asc, count, desc, eq, getTableColumns, lt, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import type { FoundObservables } from "./deps.ts";
import type { TechniqueExplanation } from "../recognition/found-technique.ts";
import type { Analysis, SessionListItem, TechniqueResult } from "./schema.ts";
import { sessions, sessionTechniques } from "./tables.ts";

export type Session = typeof sessions.$inferSelect;

/** What a session is created with; its outcome comes later. */
export type NewSession = Pick<
  Session,
  | "id"
  | "name"
  | "provider"
  | "model"
  | "domain"
  | "version"
  | "filename"
  | "actor"
  | "warnings"
  | "chars_total"
  | "idempotency_key"
  | "input_sha256"
  | "stored_bytes"
>;

/** A technique as it is stored: the result, and why the analyser names it. */
export type StoredTechnique = Omit<TechniqueResult, "explanation"> & TechniqueExplanation;

/** What a completed analysis adds to its session. */
export type Outcome = Pick<
  Session,
  "summary" | "apt_hints" | "apt_matches" | "rejected_techniques" | "chars_analyzed" | "chunks"
> & {
  techniques: StoredTechnique[];
  observables: FoundObservables;
  /** What was not foreseen when the session was created. */
  warning: string | null;
};

/** SQL for sessions. A session is `processing` until one batch completes or fails it. */
export class SessionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** The session that an actor's key stands for, unless it failed. */
  async findByKey(actor: string, key: string): Promise<Session | null> {
    const [found] = await this.#listByKey(actor, key, ne(sessions.status, "failed"));
    return found ?? null;
  }

  /** The newest session of a key, a failed one too. */
  async findLatestByKey(actor: string, key: string): Promise<Session | null> {
    const [found] = await this.#listByKey(actor, key);
    return found ?? null;
  }

  async #listByKey(actor: string, key: string, also?: SQL): Promise<Session[]> {
    return await this.#db
      .select()
      .from(sessions)
      .where(and(eq(sessions.actor, actor), eq(sessions.idempotency_key, key), also))
      .orderBy(desc(sessions.created_at))
      .limit(1);
  }

  /**
   * Adds a session that is being worked on, with its audit row; false when another one of the same
   * actor has its idempotency key.
   */
  async create(session: NewSession, now: string, entry: AuditEntry): Promise<boolean> {
    const outcome = {
      status: "processing" as const,
      summary: "",
      apt_hints: [],
      apt_matches: [],
      rejected_techniques: [],
      chars_analyzed: 0,
      chunks: 0,
      technique_count: 0,
    };
    const added = sql`exists (select 1 from sessions where id = ${session.id})`;
    const [inserted] = await this.#db.batch([
      this.#db
        .insert(sessions)
        .values({ ...session, ...outcome, created_at: now, updated_at: now })
        .onConflictDoNothing(),
      recordEntry(this.#db, entry, added),
    ]);
    return changesOf(inserted) === 1;
  }

  /** Stores the outcome and completes; false when the session is no longer being worked on. */
  async complete(id: string, outcome: Outcome, now: string): Promise<boolean> {
    const { techniques, observables, warning, ...fields } = outcome;
    const found = await observables.statements({ key: { id }, id: COMPLETED }, now);
    const [, completed] = await this.#db.batch([
      this.#db.insert(sessionTechniques).select(selectTechniques(id, techniques)),
      this.#db
        .update(sessions)
        .set({
          ...fields,
          status: "completed",
          technique_count: techniques.length,
          warnings: sql`case when ${warning} is null then ${sessions.warnings}
            else json_insert(${sessions.warnings}, '$[#]', ${warning}) end`,
          updated_at: now,
        })
        .where(and(eq(sessions.id, id), eq(sessions.status, "processing"))),
      ...found,
    ]);
    return changesOf(completed) === 1;
  }

  /** Ends a session that did not succeed, with a reason to be shown; false when none is open. */
  async fail(id: string, reason: string, now: string): Promise<boolean> {
    const result = await this.#db
      .update(sessions)
      .set({ status: "failed", failure: reason, updated_at: now })
      .where(and(eq(sessions.id, id), eq(sessions.status, "processing")));
    return changesOf(result) === 1;
  }

  /** Fails every session that has been worked on since before the given time. */
  async failOlderThan(before: string, reason: string, now: string): Promise<void> {
    await this.#db
      .update(sessions)
      .set({ status: "failed", failure: reason, updated_at: now })
      .where(and(eq(sessions.status, "processing"), lt(sessions.updated_at, before)));
  }

  async find(id: string): Promise<Session | null> {
    const rows = await this.#db.select().from(sessions).where(eq(sessions.id, id));
    return rows[0] ?? null;
  }

  /** A session with its techniques, as both stood at one moment; `explain` adds why they were named. */
  async read(
    id: string,
    explain = false,
  ): Promise<{ session: Session; analysis: Analysis } | null> {
    const [found, techniques] = await this.#db.batch([
      this.#db.select().from(sessions).where(eq(sessions.id, id)),
      this.#db
        .select()
        .from(sessionTechniques)
        .where(eq(sessionTechniques.session_id, id))
        .orderBy(asc(sessionTechniques.position)),
    ]);
    const [session] = found;
    return session === undefined
      ? null
      : { session, analysis: toAnalysis(session, techniques, explain) };
  }

  /** Technique ids of a session that no analyst has rejected. */
  async listTechniqueIds(id: string): Promise<string[]> {
    const rows = await this.#db
      .select({ attack_id: sessionTechniques.attack_id })
      .from(sessionTechniques)
      .where(
        and(eq(sessionTechniques.session_id, id), ne(sessionTechniques.review_status, "rejected")),
      );
    return rows.map(({ attack_id }) => attack_id);
  }

  /** Notes what an analyst says of a technique, with its audit row; null when there is none such. */
  async review(
    id: string,
    attackId: string,
    status: TechniqueResult["review_status"],
    entry: AuditEntry,
  ): Promise<TechniqueResult | null> {
    const wanted = and(
      eq(sessionTechniques.session_id, id),
      eq(sessionTechniques.attack_id, attackId),
    );
    const exists = sql`exists (select 1 from session_techniques where session_id = ${id} and attack_id = ${attackId})`;
    const [, rows] = await this.#db.batch([
      recordEntry(this.#db, entry, exists),
      this.#db.update(sessionTechniques).set({ review_status: status }).where(wanted).returning(),
      this.#db
        .update(sessions)
        .set({ updated_at: entry.created_at })
        .where(and(eq(sessions.id, id), exists)),
    ]);
    const [row] = rows;
    return row === undefined ? null : toResult(row, false);
  }

  /** Records something that changes nothing here. */
  async note(entry: AuditEntry): Promise<void> {
    await recordEntry(this.#db, entry);
  }

  /** Sessions of one status, newest first. */
  async list(
    page: Page & { limit: number },
    status: Session["status"],
  ): Promise<Paged<SessionListItem>> {
    const wanted = eq(sessions.status, status);
    const [rows, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(sessions)
        .where(wanted)
        .orderBy(desc(sessions.created_at), desc(sessions.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(sessions).where(wanted),
    ]);
    return { items: rows.map(toListItem), total: totals[0]?.n ?? 0 };
  }

  /**
   * Deletes a session with its techniques and records it; false when there was none.
   * @param also statements of what goes with it, and of those who refer to it
   */
  async remove(
    id: string,
    entry: AuditEntry,
    also: readonly BatchItem<"sqlite">[],
  ): Promise<boolean> {
    const exists = sql`exists (select 1 from sessions where id = ${id})`;
    const results = await this.#db.batch([
      recordEntry(this.#db, entry, exists),
      ...also,
      this.#db.delete(sessions).where(eq(sessions.id, id)),
    ]);
    return changesOf(results.at(-1)) === 1;
  }
}

/** The session of a sighting, once it is completed. */
const COMPLETED = sql`(select id from sessions where id = i.value->>'$.id' and status = 'completed')`;

/** All techniques in one statement (D1 binds at most 100 values), and only while the session is open. */
function selectTechniques(id: string, techniques: StoredTechnique[]) {
  const values = Object.values(getTableColumns(sessionTechniques)).map(({ name, dataType }) => {
    if (name === "session_id") return sql`${id}`;
    if (name === "position") return sql.raw("key");
    return sql.raw(`value ${dataType === "json" ? "->" : "->>"} '$.${name}'`);
  });
  return sql`select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(techniques)})
    where exists (select 1 from sessions where id = ${id} and status = 'processing')`;
}

function toResult(row: typeof sessionTechniques.$inferSelect, explain: boolean): TechniqueResult {
  const {
    session_id: _session,
    position: _position,
    hit,
    features,
    runners_up,
    ...technique
  } = row;
  return explain ? { ...technique, explanation: { hit, features, runners_up } } : technique;
}

function toListItem(session: Session): SessionListItem {
  const { id, name, status, provider, model, domain, version, filename, created_at } = session;
  return {
    session_id: id,
    ...{ name, status, provider, model, domain, version, filename, created_at },
    technique_count: session.technique_count,
    error: session.failure,
  };
}

function toAnalysis(
  session: Session,
  techniques: (typeof sessionTechniques.$inferSelect)[],
  explain: boolean,
): Analysis {
  const { technique_count: _count, error: _error, ...described } = toListItem(session);
  return {
    ...described,
    summary: session.summary,
    techniques: techniques.map((row) => toResult(row, explain)),
    apt_matches: session.apt_matches,
    apt_hints: session.apt_hints,
    coverage: {
      chars_total: session.chars_total,
      chars_analyzed: session.chars_analyzed,
      chunks: session.chunks,
    },
    warnings: session.warnings,
    rejected_techniques: session.rejected_techniques,
  };
}
