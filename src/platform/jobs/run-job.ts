import type { JobRunnerDeps } from "./deps.ts";
import { commit } from "../audit/commit.ts";
import { Deadline } from "../lib/deadline.ts";
import { AppError, type ErrorCode } from "../lib/errors.ts";
import { describeError, withLogFields } from "../lib/log.ts";
import type { JobDefinition, JobOutcome } from "./job-definition.ts";
import { MAX_ATTEMPTS, RUN_SECONDS } from "./limits.ts";
import type { Job } from "./store.ts";
import { enqueueMessage } from "./enqueue-message.ts";

/** A worker without a sign of life for this time loses its job. */
const LEASE_SECONDS = 60;
const FIRST_RETRY_SECONDS = 10;
/** Errors of the service itself that a later attempt may not meet. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "storage_unavailable",
  "storage_full",
  "starting",
]);
/** A message that arrives slightly before its job is due is sent again. */
const EARLY_SECONDS = 5;

/** Another worker has the job now, so this one must stop silently. */
class LeaseLost extends Error {}

/** The job used up the time limit of a run. A retry would not change that. */
class RunTooLong extends AppError {
  constructor(seconds: number) {
    const minutes = seconds / 60;
    super("internal_error", `The job did not end within ${minutes} minutes and was stopped.`);
  }
}

/**
 * Runs a job if it is due, free and within the limits, whether queue, cron, start-up or a test triggers it. An
 * `AppError` that no retry can change, or a run over its time limit, ends the job as failed. Other errors are retried
 * until the job is dead. Each job that ends enqueues the jobs that waited for it.
 */
export async function runJob(deps: JobRunnerDeps, id: string): Promise<void> {
  const owner = deps.newId();
  const job = await deps.jobs.claim(id, owner, deps.now(), deps.now(LEASE_SECONDS));
  if (job === null) return await enqueueAgain(deps, id);
  if (job.attempts > MAX_ATTEMPTS) {
    await giveUp(deps, job, "dead", job.error ?? "The job was interrupted too often.");
  } else {
    await withLogFields({ job_id: job.id, job_kind: job.kind }, () => runHeld(deps, job));
  }
  await enqueueRunnable(deps);
}

async function runHeld(deps: JobRunnerDeps, job: Job): Promise<void> {
  const seconds = RUN_SECONDS[job.kind];
  const deadline = new Deadline(seconds * 1000, () => new RunTooLong(seconds));
  const report = async (progress: Record<string, unknown>) => {
    const until = deps.now(LEASE_SECONDS);
    const held = await deps.jobs.renew(job, deps.now(), until, progress);
    if (!held) throw new LeaseLost();
  };
  try {
    const definition = deps.jobDefinitions[job.kind];
    const payload = readPayload(definition, job);
    const run = { job, payload, report, signal: deadline.signal };
    await settle(deps, job, await deadline.race(definition.run(deps, run)));
  } catch (error) {
    if (!(error instanceof LeaseLost)) await settleFailure(deps, job, error);
  } finally {
    deadline.end();
    deadline.stop(new LeaseLost());
  }
}

/** @throws AppError `internal_error` when the queued data does not match the schema of its kind */
function readPayload(definition: JobDefinition<never>, job: Job): unknown {
  const { data, success, error } = definition.payload.safeParse(job.payload);
  if (success) return data;
  const detail = "The job was queued with data that its kind does not take; ask for it again.";
  throw new AppError("internal_error", detail, { cause: error });
}

async function settle(deps: JobRunnerDeps, job: Job, outcome: JobOutcome): Promise<void> {
  const { progress, act, error = null, resumes = false, afterSeconds = 0 } = outcome;
  const now = deps.now();
  if (resumes) {
    await deps.jobs.resumeLater(job, now, deps.now(afterSeconds), progress);
    return await enqueueMessage(deps, job.id, afterSeconds);
  }
  if (act === null) return await deps.jobs.finish(job, now, { progress, error });
  await commit(deps, {
    act: { ...act, actor: job.actor },
    when: deps.jobs.isHeld(job),
    parts: [deps.jobs.finishRecorded(job, { progress, error })],
  });
}

async function settleFailure(deps: JobRunnerDeps, job: Job, error: unknown): Promise<void> {
  const permanent = error instanceof AppError && !PASSING.has(error.code);
  const reason = error instanceof AppError ? error.message : "An internal error; see the log.";
  deps.log("error", "job.failed", describeError(error));
  if (permanent) return await giveUp(deps, job, "failed", reason);
  if (job.attempts >= MAX_ATTEMPTS) return await giveUp(deps, job, "dead", reason);
  const delay = FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1);
  await deps.jobs.retryLater(job, deps.now(), deps.now(delay), reason);
  await enqueueMessage(deps, job.id, delay);
}

/** Updates the job's subject first: if that fails, the job is still leased and is given up again later. */
async function giveUp(
  deps: JobRunnerDeps,
  job: Job,
  state: "failed" | "dead",
  reason: string,
): Promise<void> {
  const definition = deps.jobDefinitions[job.kind];
  const payload = definition.payload.safeParse(job.payload);
  if (payload.success) await definition.giveUp?.(deps, job, payload.data, reason);
  await deps.jobs.giveUp(job, state, deps.now(), reason);
}

/**
 * Enqueues a free job that could not start. It is due shortly or waits for its turn. Then the jobs before it go first,
 * and it is checked again in case the running ones end silently.
 */
async function enqueueAgain(deps: JobRunnerDeps, id: string): Promise<void> {
  const job = await deps.jobs.get(id);
  if (job?.state !== "queued") return;
  const seconds = (Date.parse(job.run_after) - Date.parse(deps.now())) / 1000;
  if (seconds > EARLY_SECONDS) return;
  if (seconds > 0) return await enqueueMessage(deps, id, Math.ceil(seconds));
  if (!(await enqueueRunnable(deps))) await enqueueMessage(deps, id, LEASE_SECONDS);
}

/** Enqueues the jobs that may start. The limits allow only a few. Returns whether there are any. */
async function enqueueRunnable(deps: JobRunnerDeps): Promise<boolean> {
  const runnable = await deps.jobs.listRunnable(deps.now());
  for (const id of runnable) await enqueueMessage(deps, id);
  return runnable.length > 0;
}
