import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AuditEntry } from "../audit/record.ts";
import { recordEntry } from "../audit/record.ts";
import type { Page, Paged } from "../lib/page.ts";
import { changesOf, type WorkspaceDb } from "../d1/databases.ts";
import { isRunnable, selectRunnable } from "./runnable-store.ts";
import { jobs } from "./tables.ts";

export type Job = typeof jobs.$inferSelect;
export type NewJob = Pick<Job, "id" | "kind" | "actor" | "payload" | "progress" | "dedupe_key"> & {
  lane?: string | null;
};

const LIVE = ["queued", "running"] as const;

/**
 * SQL for durable jobs. The row is the truth, a queue message only wakes. Whoever claims a row
 * holds it until `lease_until` and fences every later write with its name.
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

  /**
   * Adds a job with its audit row in one batch, unless one with its dedupe key is live.
   * Answers the live job and whether it is the new one.
   */
  async enqueue(
    job: NewJob,
    now: string,
    entry: AuditEntry | null,
  ): Promise<{ job: Job; created: boolean }> {
    const insert = this.#db
      .insert(jobs)
      .values({
        ...job,
        state: "queued",
        attempts: 0,
        run_after: now,
        created_at: now,
        updated_at: now,
      })
      .onConflictDoNothing();
    const live = this.#db
      .select()
      .from(jobs)
      .where(and(eq(jobs.dedupe_key, job.dedupe_key), inArray(jobs.state, LIVE)));
    const added = sql`exists (select 1 from jobs where id = ${job.id})`;
    const [inserted, [known]] = await (entry === null
      ? this.#db.batch([insert, live])
      : this.#db.batch([insert, live, recordEntry(this.#db, entry, added)]));
    if (known === undefined) throw new Error("D1_ERROR: no row came back from an insert");
    return { job: known, created: changesOf(inserted) === 1 };
  }

  /**
   * The statement that queues a job where a condition holds and none with its dedupe key is live; for
   * the batch of what makes the work necessary.
   */
  enqueueStatement(job: NewJob, now: string, when: SQL) {
    return this.#db
      .insert(jobs)
      .select(
        sql`select ${job.id}, ${job.kind}, ${job.actor}, ${JSON.stringify(job.payload)},
          ${JSON.stringify(job.progress)}, ${job.dedupe_key}, 'queued', 0, ${now}, null, null, null,
          ${now}, ${now}, null, ${job.lane ?? null} where ${when}`,
      )
      .onConflictDoNothing();
  }

  /** Queues jobs in one statement, but for those with whose dedupe key one is live. */
  async enqueueAll(list: readonly NewJob[], now: string): Promise<void> {
    const rows = list.map(({ lane = null, ...job }) => ({ ...job, lane }));
    const of = (name: string) => sql.raw(`value->>'$.${name}'`);
    await this.#db
      .insert(jobs)
      .select(
        sql`select ${of("id")}, ${of("kind")}, ${of("actor")}, value->'$.payload',
          value->'$.progress', ${of("dedupe_key")}, 'queued', 0, ${now}, null, null, null,
          ${now}, ${now}, null, ${of("lane")} from json_each(${JSON.stringify(rows)}) where true`,
      )
      .onConflictDoNothing();
  }

  /**
   * Takes a due job that is queued or whose lease ran out, and for which there is room; null when
   * somebody else has it, or when it has to wait for others.
   */
  async claim(id: string, owner: string, now: string, leaseUntil: string): Promise<Job | null> {
    const rows = await this.#db
      .update(jobs)
      .set({
        state: "running",
        attempts: sql`${jobs.attempts} + 1`,
        lease_owner: owner,
        lease_until: leaseUntil,
        updated_at: now,
      })
      .where(and(eq(jobs.id, id), isRunnable(now)))
      .returning();
    return rows[0] ?? null;
  }

  /** Renews the lease and stores progress; false when the lease was lost. */
  async renew(job: Job, now: string, leaseUntil: string, progress: Job["progress"]) {
    return await this.#whileLeased(job, { progress, lease_until: leaseUntil, updated_at: now });
  }

  /** Ends a job, as failed if there is an error; the audit row of what it did is in the same batch. */
  async finish(
    job: Job,
    now: string,
    outcome: Pick<Job, "progress" | "error">,
    entry: AuditEntry | null,
  ): Promise<void> {
    const state = outcome.error === null ? ("done" as const) : ("failed" as const);
    const ended = { ...endedAt(now), ...outcome, state };
    const update = this.#db.update(jobs).set(ended).where(leasedBy(job));
    if (entry === null) await update;
    else {
      const held = sql`exists (select 1 from jobs where ${leasedBy(job)})`;
      await this.#db.batch([recordEntry(this.#db, entry, held), update]);
    }
  }

  /** Ends a job without success. */
  async giveUp(job: Job, state: "failed" | "dead", now: string, error: string): Promise<void> {
    await this.#whileLeased(job, { ...endedAt(now), state, error });
  }

  /** Puts a job back to be tried again at a later time. */
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

  /** Puts a job back for its next part, as one that was never tried. */
  async goOn(job: Job, now: string, progress: Job["progress"]): Promise<void> {
    const again = { state: "queued" as const, attempts: 0, run_after: now, updated_at: now };
    await this.#whileLeased(job, { ...again, progress, lease_owner: null, lease_until: null });
  }

  /** Ids of jobs that somebody should be working on and nobody is, those that waited longest first. */
  async listRunnable(now: string): Promise<string[]> {
    const rows = await this.#db.all<{ id: string }>(selectRunnable(now));
    return rows.map(({ id }) => id);
  }

  /** Whether a job of this kind was queued since a time. */
  async existsSince(kind: Job["kind"], since: string): Promise<boolean> {
    const rows = await this.#db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.kind, kind), gte(jobs.created_at, since)))
      .limit(1);
    return rows.length > 0;
  }

  /** Newest first. */
  async list(
    page: Page & { limit: number },
    filter: { state?: Job["state"] | undefined; kind?: Job["kind"] | undefined },
  ): Promise<Paged<Job>> {
    const wanted = and(
      filter.state === undefined ? undefined : eq(jobs.state, filter.state),
      filter.kind === undefined ? undefined : eq(jobs.kind, filter.kind),
    );
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(jobs)
        .where(wanted)
        .orderBy(desc(jobs.created_at), desc(jobs.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(jobs).where(wanted),
    ]);
    return { items, total: totals[0]?.n ?? 0 };
  }

  /**
   * Queues a dead job anew, with its audit row; false when it is not dead, or when another live
   * job has its dedupe key.
   */
  async revive(id: string, now: string, entry: AuditEntry): Promise<boolean> {
    const key = sql`(select dedupe_key from jobs where id = ${id})`;
    const revivable = sql`exists (select 1 from jobs where id = ${id} and state = 'dead')
      and not exists (select 1 from jobs where dedupe_key = ${key} and state in ('queued', 'running'))`;
    const [, revived] = await this.#db.batch([
      recordEntry(this.#db, entry, revivable),
      this.#db
        .update(jobs)
        .set({
          ...{ state: "queued", attempts: 0, run_after: now, updated_at: now },
          ...{ error: null, finished_at: null, lease_owner: null, lease_until: null },
        })
        .where(and(eq(jobs.id, id), revivable)),
    ]);
    return changesOf(revived) === 1;
  }

  /** Forgets jobs that ended before a time; dead ones stay until somebody looks at them. */
  async forgetEnded(before: string): Promise<void> {
    await this.#db
      .delete(jobs)
      .where(and(inArray(jobs.state, ["done", "failed"]), lt(jobs.finished_at, before)));
  }

  /** Ends every lease, or those of before a time, whose holders are known to be gone. */
  async releaseAll(before?: string): Promise<void> {
    await this.#db
      .update(jobs)
      .set({ lease_until: null })
      .where(
        and(
          eq(jobs.state, "running"),
          before === undefined ? undefined : lt(jobs.updated_at, before),
        ),
      );
  }

  async countByState(): Promise<{ queued: number; running: number; dead: number }> {
    const rows = await this.#db
      .select({ state: jobs.state, n: count() })
      .from(jobs)
      .where(inArray(jobs.state, ["queued", "running", "dead"]))
      .groupBy(jobs.state);
    const counted = new Map(rows.map(({ state, n }) => [state, n]));
    const of = (state: Job["state"]) => counted.get(state) ?? 0;
    return { queued: of("queued"), running: of("running"), dead: of("dead") };
  }

  async #whileLeased(job: Job, change: Partial<Job>): Promise<boolean> {
    const result = await this.#db.update(jobs).set(change).where(leasedBy(job));
    return changesOf(result) === 1;
  }
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
