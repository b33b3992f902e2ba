import type { Context } from "../../services.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { newRun } from "./collect-source-job.ts";
import { requireSource } from "./manage-sources.ts";
import { enqueueRun } from "./schedule-runs.ts";
import type { Run } from "./store.ts";

/** A manual run is waited for so long. */
const WAIT_SECONDS = 25;
/** At first often, then seldom: each look is a query. */
const LOOK_SECONDS = 0.1;
const MAX_LOOK_SECONDS = 1;

/**
 * Runs a source now, or joins the run that is under way, and waits for its end for 25 seconds.
 * Answers the run as it stands then.
 * @param inBackground keeps the work alive beyond the answer
 * @throws AppError `not_found`
 */
export async function runSource(
  context: Context,
  actor: string,
  sourceId: string,
  inBackground: (work: Promise<void>) => void,
): Promise<Run> {
  const source = await requireSource(context, sourceId);
  const runId = await enqueueRun(context, source, actor, "manual");
  inBackground(runJob(context, runId));
  for (let waited = 0, pause = LOOK_SECONDS; waited < WAIT_SECONDS; waited += pause) {
    pause = Math.min(MAX_LOOK_SECONDS, pause * 1.5);
    await context.sleep(pause);
    const run = await context.collection.findRun(runId);
    if (run !== null && run.status !== "running") return run;
    // A job that failed before its run began: the source was deleted meanwhile.
    if (run === null && (await hasFailed(context, runId))) await requireSource(context, sourceId);
  }
  // A run that still waits for room is not there yet; it will have this id.
  return (
    (await context.collection.findRun(runId)) ?? newRun(runId, source.id, "manual", context.now())
  );
}

async function hasFailed(context: Context, jobId: string): Promise<boolean> {
  const job = await context.jobs.get(jobId);
  return job?.state === "failed" || job?.state === "dead";
}
