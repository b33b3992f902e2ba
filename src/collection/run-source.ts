import type { Context } from "../context.ts";
import { runJob } from "../jobs/run-job.ts";
import { requireSource } from "./manage-sources.ts";
import { enqueueRun } from "./schedule-runs.ts";
import type { Run } from "./store.ts";

/** A manual run is waited for so long. */
const WAIT_SECONDS = 25;
const LOOK_SECONDS = 0.1;

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
  for (let waited = 0; waited < WAIT_SECONDS; waited += LOOK_SECONDS) {
    await context.sleep(LOOK_SECONDS);
    const run = await context.collection.findRun(runId);
    if (run !== null && run.status !== "running") return run;
    // A job that failed before its run began: the source was deleted meanwhile.
    if (run === null && (await hasFailed(context, runId))) await requireSource(context, sourceId);
  }
  const run = await context.collection.findRun(runId);
  if (run === null) throw new Error(`run ${runId} never began`);
  return run;
}

async function hasFailed(context: Context, jobId: string): Promise<boolean> {
  const job = await context.jobs.get(jobId);
  return job?.state === "failed" || job?.state === "dead";
}
