import { and, asc, count, desc, eq, lte, sql } from "drizzle-orm";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { runs, sources } from "./tables.ts";

export type Source = typeof sources.$inferSelect;
export type Run = typeof runs.$inferSelect;

/** How the last run of a source ended. */
export type EndedState = Pick<Source, "last_run_at" | "last_status" | "last_error">;

/** What a run learned for the next one. */
export type LearnedState = Partial<
  Pick<Source, "moved_to" | "etag" | "last_modified" | "body_sha256">
> &
  Pick<Source, "next_run_at" | "consecutive_failures">;

/** SQL for sources and their runs. */
export class CollectionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a source with its audit row; false when its URL is known. */
  async create(source: Source, entry: AuditEntry): Promise<boolean> {
    const added = sql`exists (select 1 from sources where id = ${source.id})`;
    const [inserted] = await this.#db.batch([
      this.#db.insert(sources).values(source).onConflictDoNothing(),
      recordEntry(this.#db, entry, added),
    ]);
    return changesOf(inserted) === 1;
  }

  async find(id: string): Promise<Source | null> {
    const rows = await this.#db.select().from(sources).where(eq(sources.id, id));
    return rows[0] ?? null;
  }

  async findByUrl(urlKey: string): Promise<Source | null> {
    const rows = await this.#db.select().from(sources).where(eq(sources.url_key, urlKey));
    return rows[0] ?? null;
  }

  /** By name. */
  async list(page: Page & { limit: number }): Promise<Paged<Source>> {
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(sources)
        .orderBy(asc(sources.name), asc(sources.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(sources),
    ]);
    return { items, total: totals[0]?.n ?? 0 };
  }

  /** Enabled sources whose time has come, the longest waiting first. */
  async listDue(until: string): Promise<Source[]> {
    return await this.#db
      .select()
      .from(sources)
      .where(and(eq(sources.enabled, true), lte(sources.next_run_at, until)))
      .orderBy(asc(sources.next_run_at));
  }

  /** Changes a source with its audit row; null when it is gone, or when its new URL is another's. */
  async update(id: string, change: Partial<Source>, entry: AuditEntry): Promise<Source | null> {
    const key = change.url_key ?? null;
    const held = sql`exists (select 1 from sources where id = ${id}) and not exists
      (select 1 from sources other where other.url_key = ${key} and other.id <> ${id})`;
    const [, rows] = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      this.#db
        .update(sources)
        .set(change)
        .where(and(eq(sources.id, id), held))
        .returning(),
    ]);
    return rows[0] ?? null;
  }

  /** Deletes a source with its audit row; its runs and what it collected stay. */
  async remove(id: string, entry: AuditEntry): Promise<boolean> {
    const held = sql`exists (select 1 from sources where id = ${id})`;
    const [, removed] = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      this.#db.delete(sources).where(eq(sources.id, id)),
    ]);
    return changesOf(removed) === 1;
  }

  /** Notes that a run began, with its audit row; once, however often it is begun. */
  async beginRun(run: Run, entry: AuditEntry): Promise<void> {
    const fresh = sql`not exists (select 1 from runs where id = ${run.id})`;
    await this.#db.batch([
      recordEntry(this.#db, entry, fresh),
      this.#db.insert(runs).values(run).onConflictDoNothing(),
    ]);
  }

  async findRun(id: string): Promise<Run | null> {
    const rows = await this.#db.select().from(runs).where(eq(runs.id, id));
    return rows[0] ?? null;
  }

  /** Newest first. */
  async listRuns(
    page: Page & { limit: number },
    sourceId: string | undefined,
  ): Promise<Paged<Run>> {
    const wanted = sourceId === undefined ? undefined : eq(runs.source_id, sourceId);
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(runs)
        .where(wanted)
        .orderBy(desc(runs.started_at), desc(runs.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(runs).where(wanted),
    ]);
    return { items, total: totals[0]?.n ?? 0 };
  }

  /** Fails runs whose job is dead or gone, so that none seems to go on for ever. */
  async endAbandonedRuns(now: string): Promise<void> {
    await this.#db
      .update(runs)
      .set({ status: "failed", error: "It was interrupted too often.", finished_at: now })
      .where(
        and(
          eq(runs.status, "running"),
          sql`not exists (select 1 from jobs where jobs.id = ${runs.id}
            and jobs.state in ('queued', 'running'))`,
        ),
      );
  }

  /**
   * Ends a run and says when its source is due again, in one batch; a run that ended stays as it is.
   * What was learned for the next run counts only for a source that is still as it was at the start.
   */
  async endRun(
    id: string,
    source: Source,
    outcome: Partial<Run> & Pick<Run, "status" | "finished_at">,
    ended: EndedState,
    learned: LearnedState,
  ): Promise<void> {
    const running = sql`exists (select 1 from runs where id = ${id} and status = 'running')`;
    const mine = and(eq(sources.id, source.id), running);
    const { url_key: key, interval_minutes: interval, include, exclude } = source;
    const unchanged = and(
      ...[eq(sources.url_key, key), eq(sources.interval_minutes, interval)],
      ...[eq(sources.include, include), eq(sources.exclude, exclude)],
    );
    await this.#db.batch([
      this.#db.update(sources).set(ended).where(mine),
      this.#db.update(sources).set(learned).where(and(mine, unchanged)),
      this.#db
        .update(runs)
        .set(outcome)
        .where(and(eq(runs.id, id), eq(runs.status, "running"))),
    ]);
  }
}
