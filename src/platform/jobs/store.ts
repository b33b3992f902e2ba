import { and, asc, count, desc, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Part } from "../audit/commit.ts";
import type { Page, Paged } from "../lib/page.ts";
import { changesOf, type WorkspaceDb, type Writer } from "../d1/databases.ts";
import { isWrittenBefore } from "../d1/clock.ts";
import { insertRows } from "../d1/insert-rows.ts";
import { readPage } from "../d1/read-page.ts";
import { isRunnable, selectRunnable } from "./runnable-store.ts";
import { jobs } from "./tables.ts";
import { OPEN_STATES } from "./vocabulary.ts";

export type Job = typeof jobs.$inferSelect;
export type NewJob = Pick<Job, "id" | "kind" | "actor" | "payload" | "progress" | "dedupe_key"> & {
  lane?: string | null;
};

/** How a job ended. */
export type Outcome = Pick<Job, "progress" | "error">;

const LIVE = ["queued", "running"] as const;

/**
 * SQL for durable jobs. The row is authoritative, and a queue message only triggers a check. The worker that claims a
 * row owns it until `lease_until` and fences every later write with its name.
 */
export class JobStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async get(id: string): Promise<Job | null> {
    const rows = await this.#db.select().from(jobs).where(eq(jobs.id, id));
    return rows[0] ?? null;
  }

  /** Queues jobs, except those whose dedupe key has a live job. */
  enqueue(...list: readonly NewJob[]): Part {
    return (write, held, now) => insertJobs(write, list, held, now);
  }

  /** Returns the condition that no job with this dedupe key is live. */
  isFree(dedupeKey: string): SQL {
    return sql`not exists (select 1 from jobs where ${isLive(dedupeKey)})`;
  }

  /** Returns the condition that a job is queued or running. */
  isUnderWay(id: SQL): SQL {
    return sql`exists (select 1 from jobs where jobs.id = ${id} and ${inArray(jobs.state, LIVE)})`;
  }

  /** Selects the live job with a dedupe key. Use it in the batch that queues one. */
  selectLive(dedupeKey: string) {
    return this.#db.select().from(jobs).where(isLive(dedupeKey));
  }

  /** Queues jobs, except those whose dedupe key has a live job. */
  async enqueueAll(list: readonly NewJob[], now: string): Promise<void> {
    await this.#db.unrecordedBatch("work", (write) => insertJobs(write, list, sql`true`, now));
  }

  /**
   * Claims a due job that is queued or whose lease has expired, within the limits. Returns null if another worker has
   * it or it must wait for others.
   */
  async claim(id: string, owner: string, now: string, leaseUntil: string): Promise<Job | null> {
    const rows = await this.#db.unrecorded("work", (write) =>
      write
        .update(jobs)
        .set({
          state: "running",
          attempts: sql`${jobs.attempts} + 1`,
          lease_owner: owner,
          lease_until: leaseUntil,
          updated_at: now,
        })
        .where(and(eq(jobs.id, id), isRunnable(now)))
        .returning(),
    );
    return rows[0] ?? null;
  }

  /** Renews the lease and stores progress. Returns false if the lease was lost. */
  async renew(job: Job, now: string, leaseUntil: string, progress: Job["progress"]) {
    return await this.#whileLeased(job, { progress, lease_until: leaseUntil, updated_at: now });
  }

  /** Ends a job, as failed if there is an error. */
  async finish(job: Job, now: string, outcome: Outcome): Promise<void> {
    await this.#whileLeased(job, endedWith(outcome, now));
  }

  /** Ends a job as part of a recorded change. */
  finishRecorded(job: Job, outcome: Outcome): Part {
    return (write, held, now) => [
      write
        .update(jobs)
        .set(endedWith(outcome, now))
        .where(and(leasedBy(job), held)),
    ];
  }

  /** Returns the condition that the worker of a job still has its lease. */
  isHeld(job: Job): SQL {
    return sql`exists (select 1 from jobs where ${leasedBy(job)})`;
  }

  /** Ends a job without success. */
  async giveUp(job: Job, state: "failed" | "dead", now: string, error: string): Promise<void> {
    await this.#whileLeased(job, { ...endedAt(now), state, error });
  }

  /** Queues a job again for a later attempt. */
  async retryLater(job: Job, now: string, runAfter: string, error: string): Promise<void> {
    await this.#whileLeased(job, {
      state: "queued",
      run_after: runAfter,
      lease_owner: null,
      lease_until: null,
      updated_at: now,
      error,
    });
  }

  /** Queues the next part of a job, with no attempts counted. */
  async resumeLater(
    job: Job,
    now: string,
    runAfter: string,
    progress: Job["progress"],
  ): Promise<void> {
    const again = { state: "queued" as const, attempts: 0, run_after: runAfter, updated_at: now };
    await this.#whileLeased(job, { ...again, progress, lease_owner: null, lease_until: null });
  }

  /** Returns the ids of jobs that can start and have no worker, longest waiting first. */
  async listRunnable(now: string): Promise<string[]> {
    const rows = await this.#db.all<{ id: string }>(selectRunnable(now));
    return rows.map(({ id }) => id);
  }

  /** Returns whether a job of this kind was queued since a time. */
  async existsSince(kind: Job["kind"], since: string): Promise<boolean> {
    const rows = await this.#db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), gte(jobs.created_at, since)))
      .limit(1);
    return rows.length > 0;
  }

  /** Lists jobs, newest first. */
  async list(
    page: Page & { limit: number },
    filter: { state?: Job["state"] | undefined; kind?: Job["kind"] | undefined },
  ): Promise<Paged<Job>> {
    const wanted = and(
      filter.state === undefined ? undefined : eq(jobs.state, filter.state),
      filter.kind === undefined ? undefined : eq(jobs.kind, filter.kind),
    );
    return await readPage(this.#db, jobs, {
      where: wanted,
      orderBy: [desc(jobs.created_at), desc(jobs.id)],
      page,
    });
  }

  /** Returns the condition that a job is dead and no live one has its dedupe key. */
  isRevivable(id: string): SQL {
    const key = sql`(select dedupe_key from jobs where id = ${id})`;
    return sql`exists (select 1 from jobs where id = ${id} and state = 'dead')
      and not exists (select 1 from jobs where ${isLive(key)})`;
  }

  /** Queues a dead job again. */
  revive(id: string): Part {
    return (write, held, now) => [
      write
        .update(jobs)
        .set({
          state: "queued",
          attempts: 0,
          run_after: now,
          updated_at: now,
          error: null,
          finished_at: null,
          lease_owner: null,
          lease_until: null,
        })
        .where(and(eq(jobs.id, id), held)),
    ];
  }

  /** Deletes jobs that ended before a time. Dead ones stay until an operator handles them. */
  async removeEnded(before: string): Promise<void> {
    await this.#db.unrecorded("expiry", (write) =>
      write
        .delete(jobs)
        .where(and(inArray(jobs.state, ["done", "failed"]), lt(jobs.finished_at, before))),
    );
  }

  /** Ends all leases taken before the only process was started. */
  async releaseAll(startedAt: string, now: string): Promise<void> {
    const isLeft = isWrittenBefore(jobs.updated_at, startedAt, now);
    await this.#db.unrecorded("work", (write) =>
      write
        .update(jobs)
        .set({ lease_until: null })
        .where(and(eq(jobs.state, "running"), isLeft)),
    );
  }

  /** Counts open and dead jobs by kind and state. */
  async countOpen(): Promise<{ kind: Job["kind"]; state: Job["state"]; n: number }[]> {
    return await this.#db
      .select({ kind: jobs.kind, state: jobs.state, n: count() })
      .from(jobs)
      .where(inArray(jobs.state, OPEN_STATES))
      .groupBy(jobs.kind, jobs.state);
  }

  /** Returns when the longest waiting job became due, or null if none is due. */
  async findOldestDue(now: string): Promise<string | null> {
    const rows = await this.#db
      .select({ run_after: jobs.run_after })
      .from(jobs)
      .where(and(eq(jobs.state, "queued"), lte(jobs.run_after, now)))
      .orderBy(asc(jobs.run_after))
      .limit(1);
    return rows[0]?.run_after ?? null;
  }

  async #whileLeased(job: Job, change: Partial<Job>): Promise<boolean> {
    const result = await this.#db.unrecorded("work", (write) =>
      write.update(jobs).set(change).where(leasedBy(job)),
    );
    return changesOf(result) === 1;
  }
}

function insertJobs(write: Writer, list: readonly NewJob[], held: SQL, now: string) {
  const rows = list.map((job) => ({
    ...job,
    state: "queued" as const,
    attempts: 0,
    run_after: now,
    created_at: now,
    updated_at: now,
  }));
  return insertRows(write, jobs, rows, held).map((insert) => insert.onConflictDoNothing());
}

function isLive(dedupeKey: string | SQL) {
  return and(eq(jobs.dedupe_key, dedupeKey), inArray(jobs.state, LIVE));
}

function endedWith(outcome: Outcome, now: string): Partial<Job> {
  const state = outcome.error === null ? ("done" as const) : ("failed" as const);
  return { ...endedAt(now), ...outcome, state };
}

function leasedBy(job: Job) {
  return and(
    eq(jobs.id, job.id),
    eq(jobs.state, "running"),
    eq(jobs.lease_owner, job.lease_owner ?? ""),
  );
}

function endedAt(now: string) {
  return { lease_owner: null, lease_until: null, updated_at: now, finished_at: now };
}
