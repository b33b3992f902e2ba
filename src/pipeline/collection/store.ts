import { and, asc, count, desc, eq, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow, insertRows } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { IS_UNDER_WAY, runs, sourceItems, sources } from "./tables.ts";

export type Source = typeof sources.$inferSelect;
export type Run = typeof runs.$inferSelect;

/** How a run ended, with its counts. */
export type RunOutcome = Partial<Run> & Pick<Run, "status">;

/** How the last run of a source ended. */
export type EndedState = Pick<Source, "last_run_at" | "last_status" | "last_error">;

/** What a run learned for the next one. */
export type LearnedState = Partial<Pick<Source, "moved_to" | "state">> &
  Pick<Source, "next_run_at" | "consecutive_failures">;

/** A stored item and its version. */
export type ReadItem = Omit<typeof sourceItems.$inferSelect, "source_id">;

/** A source that is not read is `disabled`. One whose last run failed is `failing`. */
type SourceState = "working" | "failing" | "disabled";

const STATE_OF_SOURCE = sql<SourceState>`case when ${sources.enabled} = 0 then 'disabled'
  when ${sources.consecutive_failures} > 0 then 'failing' else 'working' end`;

/** The state of a source that must be read completely. */
export const UNREAD = { moved_to: null, state: null } as const;

/** SQL for sources and their runs. */
export class CollectionStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a source. */
  create(source: Source): Part {
    return (write, held) => [insertRow(write, sources, source, held)];
  }

  /** Returns the condition that no source has a URL, by its canonical form. */
  isFreeUrl(urlKey: string): SQL {
    return sql`not exists (select 1 from sources where ${eq(sources.url_key, urlKey)})`;
  }

  /** Returns the condition that a source exists. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from sources where ${eq(sources.id, id)})`;
  }

  /** Returns the condition that a source exists, and that no other one has its new URL. */
  isChangeable(id: string, urlKey: string | undefined): SQL {
    if (urlKey === undefined) return this.isThere(id);
    const isOther = and(eq(sources.url_key, urlKey), ne(sources.id, id));
    return sql`${this.isThere(id)} and not exists (select 1 from sources where ${isOther})`;
  }

  /** Returns the select for a source, to run in the batch of its change. */
  selectOne(id: string) {
    return this.#db.select().from(sources).where(eq(sources.id, id));
  }

  async find(id: string): Promise<Source | null> {
    return (await this.selectOne(id))[0] ?? null;
  }

  /** Returns the source of a feed, by the canonical form of its URL. */
  async findIdByUrl(urlKey: string): Promise<string | null> {
    const rows = await this.#db
      .select({ id: sources.id })
      .from(sources)
      .where(eq(sources.url_key, urlKey));
    return rows[0]?.id ?? null;
  }

  /** Lists sources by name. */
  async list(page: Page & { limit: number }): Promise<Paged<Source>> {
    return await readPage(this.#db, sources, {
      where: undefined,
      orderBy: [asc(sources.name), asc(sources.id)],
      page,
    });
  }

  /** Counts the sources by whether they are read and how their last run ended. */
  async countByState(): Promise<Record<SourceState, number>> {
    const rows = await this.#db
      .select({ state: STATE_OF_SOURCE, n: count() })
      .from(sources)
      .groupBy(STATE_OF_SOURCE);
    const counted = new Map(rows.map(({ state, n }) => [state, n]));
    const of = (state: SourceState) => counted.get(state) ?? 0;
    return { working: of("working"), failing: of("failing"), disabled: of("disabled") };
  }

  /** Lists the enabled sources that are due, the longest waiting first. */
  async listDue(until: string): Promise<Source[]> {
    return await this.#db
      .select()
      .from(sources)
      .where(and(eq(sources.enabled, true), lte(sources.next_run_at, until)))
      .orderBy(asc(sources.next_run_at));
  }

  /** Changes a source. */
  update(id: string, change: Partial<Source>): Part {
    return (write, held) => [
      write
        .update(sources)
        .set(change)
        .where(and(eq(sources.id, id), held)),
    ];
  }

  /** Deletes a source but retains its runs and the reports it collected. */
  remove(id: string): Part {
    return (write, held) => [
      write.delete(sources).where(and(eq(sources.id, id), held)),
      ...this.forgetItems(id)(write, held, ""),
    ];
  }

  /** Deletes the list of items that were read from a source. */
  forgetItems(id: string): Part {
    return (write, held) => [
      write.delete(sourceItems).where(and(eq(sourceItems.source_id, id), held)),
    ];
  }

  /** Returns the items read from a source, with their versions. */
  async listItems(id: string): Promise<Map<string, string>> {
    const rows = await this.#db.select().from(sourceItems).where(eq(sourceItems.source_id, id));
    return new Map(rows.map(({ item, version }) => [item, version]));
  }

  /**
   * Stores where the next run resumes after the content stored so far, unless the source has been changed and must
   * be read completely.
   * @param forgets whether the items read before are obsolete
   */
  async advance(
    source: Source,
    state: Source["state"],
    items: readonly ReadItem[],
    forgets = false,
  ): Promise<void> {
    const isSame = sql`exists (select 1 from sources where ${isUnchanged(source)})`;
    const rows = items.map((one) => ({ ...one, source_id: source.id }));
    await this.#db.unrecordedBatch("work", (write) => [
      ...(forgets ? this.forgetItems(source.id)(write, isSame, "") : []),
      ...insertRows(write, sourceItems, rows, isSame).map((insert) =>
        insert.onConflictDoUpdate({
          target: [sourceItems.source_id, sourceItems.item],
          set: { version: sql`excluded.version` },
        }),
      ),
      write.update(sources).set({ state }).where(isUnchanged(source)),
    ]);
  }

  /** Returns the condition that a run has not begun, so that it begins only once even if its job is retried. */
  isNewRun(id: string): SQL {
    return sql`not exists (select 1 from runs where ${eq(runs.id, id)})`;
  }

  /** Adds a run that begins. */
  beginRun(run: Run): Part {
    return (write, held) => [insertRow(write, runs, run, held)];
  }

  async findRun(id: string): Promise<Run | null> {
    const rows = await this.#db.select().from(runs).where(eq(runs.id, id));
    return rows[0] ?? null;
  }

  /** Lists runs, newest first. */
  async listRuns(
    page: Page & { limit: number },
    sourceId: string | undefined,
  ): Promise<Paged<Run>> {
    const wanted = sourceId === undefined ? undefined : eq(runs.source_id, sourceId);
    return await readPage(this.#db, runs, {
      where: wanted,
      orderBy: [desc(runs.started_at), desc(runs.id)],
      page,
    });
  }

  /**
   * Lists runs whose job is dead or gone, which would appear active forever.
   * @param isUnderWay condition that the job with an ID is queued or running
   */
  async listAbandonedRuns(isUnderWay: (jobId: SQL) => SQL): Promise<Run[]> {
    return await this.#db
      .select()
      .from(runs)
      .where(and(IS_UNDER_WAY, sql`not ${isUnderWay(sql`${runs.id}`)}`));
  }

  /** Returns the condition that a run has not ended. */
  isRunning(id: string): SQL {
    return sql`exists (select 1 from runs where ${and(eq(runs.id, id), eq(runs.status, "running"))})`;
  }

  /** Ends a run. */
  endRun(id: string, outcome: RunOutcome): Part {
    return (write, held, now) => [
      write
        .update(runs)
        .set({ ...outcome, finished_at: now })
        .where(and(eq(runs.id, id), held)),
    ];
  }

  /**
   * Stores on a source how its run ended, and when it is due again. What the run learned counts only if the source
   * has not been changed since.
   */
  noteRun(source: Source, ended: EndedState, learned: LearnedState): Part {
    return (write, held) => [
      write
        .update(sources)
        .set(ended)
        .where(and(eq(sources.id, source.id), held)),
      write
        .update(sources)
        .set(learned)
        .where(and(isUnchanged(source), held)),
    ];
  }
}

/** Returns the condition that a source exists and still makes the same request as when it was read. */
function isUnchanged(source: Source): SQL | undefined {
  return and(
    eq(sources.id, source.id),
    eq(sources.url_key, source.url_key),
    eq(sources.interval_minutes, source.interval_minutes),
    eq(sources.include, source.include),
    eq(sources.exclude, source.exclude),
    eq(sources.filters, source.filters),
  );
}
