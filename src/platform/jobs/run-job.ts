import type { AuditEntry } from "../audit/record.ts";
import type { Context } from "../../services.ts";
import { Deadline } from "../lib/deadline.ts";
import { AppError } from "../lib/errors.ts";
import { describeError } from "../lib/log.ts";
import { jobFailures, jobHandlers } from "../../job-handlers.ts";
import { MAX_ATTEMPTS, WALL_SECONDS } from "./limits.ts";
import type { Job } from "./store.ts";
import { wake } from "./wake.ts";

/** A worker that is silent for so long has lost its job. */
const LEASE_SECONDS = 60;
const FIRST_RETRY_SECONDS = 10;
/** A message that comes a little before its job is due is sent once more. */
const EARLY_SECONDS = 5;

/** What a handler may do while it works. */
export interface JobRun {
  job: Job;
  /** Stores progress and keeps the lease; rejects with `LeaseLost` when another took over. */
  report(progress: Record<string, unknown>): Promise<void>;
  /** Aborted when the run is over for whatever reason; what is begun for it ends with it. */
  signal: AbortSignal;
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

/** Notes on what a job belongs to that it was given up, and why. */
export type JobFailure = (context: Context, job: Job, reason: string) => Promise<void>;

/** Another worker holds the job now; this one must stop without a word. */
class LeaseLost extends Error {}

/** The job took all the time that one run of it has; no retry would change that. */
class WallReached extends AppError {
  constructor(seconds: number) {
    const minutes = seconds / 60;
    super("internal_error", `It did not end within ${minutes} minutes, so it was given up.`);
  }
}

/**
 * Runs a job if it is due, free and there is room for it, whoever woke it: queue, cron, start-up or
 * a test. An `AppError` that no retry can change, and a run that takes longer than its kind may, end
 * it as failed; anything else is tried again later, at last dead. Whoever ends a job enqueues those
 * that waited for it.
 */
export async function runJob(context: Context, id: string): Promise<void> {
  const owner = context.newId();
  const job = await context.jobs.claim(id, owner, context.now(), context.now(LEASE_SECONDS));
  if (job === null) return await lookAgain(context, id);
  if (job.attempts > MAX_ATTEMPTS) {
    await giveUp(context, job, "dead", job.error ?? "Interrupted too often.");
  } else await runHeld(context, job);
  await wakeRunnable(context);
}

async function runHeld(context: Context, job: Job): Promise<void> {
  const wall = WALL_SECONDS[job.kind];
  const deadline = new Deadline(wall * 1000, () => new WallReached(wall));
  const report = async (progress: Record<string, unknown>) => {
    const until = context.now(LEASE_SECONDS);
    const held = await context.jobs.renew(job, context.now(), until, progress);
    if (!held) throw new LeaseLost();
  };
  try {
    const run = { job, report, signal: deadline.signal };
    await settle(context, job, await deadline.race(jobHandlers[job.kind](context, run)));
  } catch (error) {
    if (!(error instanceof LeaseLost)) await settleFailure(context, job, error);
  } finally {
    deadline.end();
    deadline.stop(new LeaseLost());
  }
}

async function settle(context: Context, job: Job, outcome: JobOutcome): Promise<void> {
  const { progress, entry, error = null, goesOn = false } = outcome;
  const now = context.now();
  if (goesOn) {
    await context.jobs.goOn(job, now, progress);
    return await wake(context, job.id);
  }
  const row = entry && { ...entry, id: context.newId(), actor: job.actor, created_at: now };
  await context.jobs.finish(job, now, { progress, error }, row);
}

async function settleFailure(context: Context, job: Job, error: unknown): Promise<void> {
  const permanent = error instanceof AppError && error.code !== "storage_unavailable";
  const reason = error instanceof AppError ? error.message : "An internal error; see the log.";
  context.log("error", "job.failed", { job_id: job.id, kind: job.kind, ...describeError(error) });
  if (permanent) return await giveUp(context, job, "failed", reason);
  if (job.attempts >= MAX_ATTEMPTS) return await giveUp(context, job, "dead", reason);
  const delay = FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1);
  await context.jobs.retryLater(job, context.now(), context.now(delay), reason);
  await wake(context, job.id, delay);
}

/** What the job belongs to is told first: a job that is still held is given up again later. */
async function giveUp(
  context: Context,
  job: Job,
  state: "failed" | "dead",
  reason: string,
): Promise<void> {
  await jobFailures[job.kind]?.(context, job, reason);
  await context.jobs.giveUp(job, state, context.now(), reason);
}

/**
 * A job that nobody has and that could not be begun is due in a moment, or waits for room: then those
 * before it go first, and it is looked at again should the ones at work end without a word.
 */
async function lookAgain(context: Context, id: string): Promise<void> {
  const job = await context.jobs.get(id);
  if (job?.state !== "queued") return;
  const seconds = (Date.parse(job.run_after) - Date.parse(context.now())) / 1000;
  if (seconds > EARLY_SECONDS) return;
  if (seconds > 0) return await wake(context, id, Math.ceil(seconds));
  if (!(await wakeRunnable(context))) await wake(context, id, LEASE_SECONDS);
}

/** Enqueues the jobs for which there is room, which are as few as that; answers whether there are any. */
async function wakeRunnable(context: Context): Promise<boolean> {
  const runnable = await context.jobs.listRunnable(context.now());
  for (const id of runnable) await wake(context, id);
  return runnable.length > 0;
}
