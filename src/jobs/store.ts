import { and, asc, count, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { AuditEntry } from "../audit/record.ts";
import { recordEntry } from "../audit/record.ts";
import { changesOf, type WorkspaceDb } from "../lib/d1.ts";
import { jobs } from "./tables.ts";

export type Job = typeof jobs.$inferSelect;
export type NewJob = Pick<Job, "id" | "kind" | "actor" | "payload" | "progress" | "dedupe_key">;

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
   * Answers the live job's id and whether it is the new one.
   */
  async enqueue(
    job: NewJob,
    now: string,
    entry: AuditEntry | null,
  ): Promise<{ id: string; created: boolean }> {
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
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.dedupe_key, job.dedupe_key), inArray(jobs.state, LIVE)));
    const [inserted, rows] = await (entry === null
      ? this.#db.batch([insert, live])
      : this.#db.batch([insert, live, recordEntry(this.#db, entry)]));
    return { id: rows[0]?.id ?? job.id, created: changesOf(inserted) === 1 };
  }

  /** Takes a due job that is queued or whose lease ran out; null when somebody else has it. */
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
      .where(and(eq(jobs.id, id), this.#claimable(now)))
      .returning();
    return rows[0] ?? null;
  }

  /** Renews the lease and stores progress; false when the lease was lost. */
  async renew(job: Job, now: string, leaseUntil: string, progress: Job["progress"]) {
    return await this.#whileLeased(job, { progress, lease_until: leaseUntil, updated_at: now });
  }

  /** Ends a job; the audit row of what it did goes into the same batch. */
  async finish(job: Job, now: string, progress: Job["progress"], entry: AuditEntry | null) {
    const ended = { ...endedAt(now), state: "done" as const, progress, error: null };
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

  /** Ids of jobs that somebody should be working on and nobody is. */
  async listDue(now: string): Promise<string[]> {
    const rows = await this.#db
      .select({ id: jobs.id })
      .from(jobs)
      .where(this.#claimable(now))
      .orderBy(asc(jobs.created_at))
      .limit(100);
    return rows.map(({ id }) => id);
  }

  /** Ends every lease at once: right when the process that held them is known to be gone. */
  async releaseAll(): Promise<void> {
    await this.#db.update(jobs).set({ lease_until: null }).where(eq(jobs.state, "running"));
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

  #claimable(now: string) {
    const leaseOver = or(isNull(jobs.lease_until), lte(jobs.lease_until, now));
    return or(
      and(eq(jobs.state, "queued"), lte(jobs.run_after, now)),
      and(eq(jobs.state, "running"), leaseOver),
    );
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
