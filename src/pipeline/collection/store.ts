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

/** An item that is stored, and in which version. */
export type ReadItem = Omit<typeof sourceItems.$inferSelect, "source_id">;

/** A source that is not read is `disabled`; one whose last run failed is `failing`. */
type SourceState = "working" | "failing" | "disabled";

const STATE_OF_SOURCE = sql<SourceState>`case when ${sources.enabled} = 0 then 'disabled'
  when ${sources.consecutive_failures} > 0 then 'failing' else 'working' end`;

/** For a source that is to be read whole, whatever was read before. */
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

  /** That no source has a URL, by its canonical form. */
  isFreeUrl(urlKey: string): SQL {
    return sql`not exists (select 1 from sources where ${eq(sources.url_key, urlKey)})`;
  }

  /** That a source is there. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from sources where ${eq(sources.id, id)})`;
  }

  /** That a source is there, and that no other one has the URL that it is to get. */
  isChangeable(id: string, urlKey: string | undefined): SQL {
    if (urlKey === undefined) return this.isThere(id);
    const isOther = and(eq(sources.url_key, urlKey), ne(sources.id, id));
    return sql`${this.isThere(id)} and not exists (select 1 from sources where ${isOther})`;
  }

  /** The select of a source, to be read in the batch of its change. */
  selectOne(id: string) {
    return this.#db.select().from(sources).where(eq(sources.id, id));
  }

  async find(id: string): Promise<Source | null> {
    return (await this.selectOne(id))[0] ?? null;
  }

  /** The source that reads a feed, by the canonical form of its URL. */
  async findIdByUrl(urlKey: string): Promise<string | null> {
    const rows = await this.#db
      .select({ id: sources.id })
      .from(sources)
      .where(eq(sources.url_key, urlKey));
    return rows[0]?.id ?? null;
  }

  /** By name. */
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

  /** Enabled sources whose time has come, the longest waiting first. */
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

  /** Deletes a source; its runs and the reports that it collected stay. */
  remove(id: string): Part {
    return (write, held) => [
      write.delete(sources).where(and(eq(sources.id, id), held)),
      ...this.forgetItems(id)(write, held, ""),
    ];
  }

  /** Forgets which items of a source were read. */
  forgetItems(id: string): Part {
    return (write, held) => [
      write.delete(sourceItems).where(and(eq(sourceItems.source_id, id), held)),
    ];
  }

  /** The items of a source that were read, with their versions. */
  async listItems(id: string): Promise<Map<string, string>> {
    const rows = await this.#db.select().from(sourceItems).where(eq(sourceItems.source_id, id));
    return new Map(rows.map(({ item, version }) => [item, version]));
  }

  /**
   * Stores where the next run resumes, for what is stored by now; unless the source has been changed,
   * and is to be read whole.
   * @param forgets whether the items that were read before are of no use any more
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

  /** That a run has not begun, so that it begins once however often its job is tried. */
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

  /** Newest first. */
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
   * Runs whose job is dead or gone, which would seem to be under way forever.
   * @param isUnderWay that the job with an id is queued or running
   */
  async listAbandonedRuns(isUnderWay: (jobId: SQL) => SQL): Promise<Run[]> {
    return await this.#db
      .select()
      .from(runs)
      .where(and(IS_UNDER_WAY, sql`not ${isUnderWay(sql`${runs.id}`)}`));
  }

  /** That a run has not ended. */
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
   * Notes on a source how its run ended, and when it is due again. What was learned for the next run
   * counts only if the source has not been changed since.
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

/** That a source is there, and asks for what it asked for when it was read. */
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
