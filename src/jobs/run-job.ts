import type { AuditEntry } from "../audit/record.ts";
import type { Context } from "../context.ts";
import { AppError } from "../lib/errors.ts";
import { describeError } from "../lib/log.ts";
import { jobHandlers } from "./handlers.ts";
import { MAX_ATTEMPTS } from "./limits.ts";
import type { Job } from "./store.ts";
import { wake } from "./wake.ts";

/** A worker that is silent for so long has lost its job. */
const LEASE_SECONDS = 60;
const FIRST_RETRY_SECONDS = 10;

/** What a handler may do while it works. */
export interface JobRun {
  job: Job;
  /** Stores progress and keeps the lease; rejects with `LeaseLost` when another took over. */
  report(progress: Record<string, unknown>): Promise<void>;
}

/** How a handler ended: its last progress, and what the audit trail is to say. */
export interface JobOutcome {
  progress: Record<string, unknown>;
  /** Why the job counts as failed, although part of it may be done. */
  error?: string | null;
  /** There is more to do, in a run of its own that has all attempts anew. */
  goesOn?: boolean;
  entry: Omit<AuditEntry, "id" | "actor" | "created_at"> | null;
}

export type JobHandler = (context: Context, run: JobRun) => Promise<JobOutcome>;

/** Another worker holds the job now; this one must stop without a word. */
class LeaseLost extends Error {}

/**
 * Runs a job if it is due and free, whoever woke it: queue, cron, start-up or a test.
 * An `AppError` that no retry can change ends it as failed; anything else is tried again later,
 * at last dead.
 */
export async function runJob(context: Context, id: string): Promise<void> {
  const owner = context.newId();
  const job = await context.jobs.claim(id, owner, context.now(), context.now(LEASE_SECONDS));
  if (job === null) return;
  if (job.attempts > MAX_ATTEMPTS) {
    await context.jobs.giveUp(job, "dead", context.now(), job.error ?? "Interrupted too often.");
    return;
  }
  try {
    const {
      progress,
      entry,
      error = null,
      goesOn = false,
    } = await jobHandlers[job.kind](context, {
      job,
      report: async (current) => {
        const until = context.now(LEASE_SECONDS);
        const held = await context.jobs.renew(job, context.now(), until, current);
        if (!held) throw new LeaseLost();
      },
    });
    const now = context.now();
    if (goesOn) {
      await context.jobs.goOn(job, now, progress);
      return await wake(context, id);
    }
    const row = entry && { ...entry, id: context.newId(), actor: job.actor, created_at: now };
    await context.jobs.finish(job, now, { progress, error }, row);
  } catch (error) {
    if (!(error instanceof LeaseLost)) await settleFailure(context, job, error);
  }
}

async function settleFailure(context: Context, job: Job, error: unknown): Promise<void> {
  const permanent = error instanceof AppError && error.code !== "storage_unavailable";
  const reason = error instanceof AppError ? error.message : "An internal error; see the log.";
  context.log("error", "job.failed", { job_id: job.id, kind: job.kind, ...describeError(error) });
  if (permanent) return await context.jobs.giveUp(job, "failed", context.now(), reason);
  if (job.attempts >= MAX_ATTEMPTS) {
    return await context.jobs.giveUp(job, "dead", context.now(), reason);
  }
  const delay = FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1);
  await context.jobs.retryLater(job, context.now(), context.now(delay), reason);
}
