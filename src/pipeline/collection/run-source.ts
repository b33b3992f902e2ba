import type { CollectionDeps } from "./deps.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { enqueueRun } from "./enqueue-run.ts";
import { newRun } from "./new-run.ts";
import { requireSource } from "./read-source.ts";
import { viewRuns } from "./run-view.ts";
import type { RunView } from "./schema.ts";
import type { Run } from "./store.ts";

/** Maximum wait for the end of a manual run. */
const WAIT_SECONDS = 25;
/** Pauses between checks, growing because each check is a query. */
const LOOK_SECONDS = 0.1;
const MAX_LOOK_SECONDS = 1;

/**
 * Runs a source now, or joins its active run, and waits up to 25 seconds for its end. Returns the current state of
 * the run.
 * @param inBackground continues the work after the response
 * @throws AppError `not_found`
 */
export async function runSource(
  deps: CollectionDeps,
  actor: string,
  sourceId: string,
  inBackground: (work: Promise<void>) => void,
): Promise<RunView> {
  const run = await waitForRun(deps, actor, sourceId, inBackground);
  const [view] = await viewRuns(deps, [run]);
  return view ?? { ...run, import_ids: [] };
}

async function waitForRun(
  deps: CollectionDeps,
  actor: string,
  sourceId: string,
  inBackground: (work: Promise<void>) => void,
): Promise<Run> {
  const source = await requireSource(deps, sourceId);
  const runId = await enqueueRun(deps, source, actor, "manual");
  inBackground(runJob(deps, runId));
  for (let waited = 0, pause = LOOK_SECONDS; waited < WAIT_SECONDS; waited += pause) {
    pause = Math.min(MAX_LOOK_SECONDS, pause * 1.5);
    await deps.sleep(pause);
    const run = await deps.collection.findRun(runId);
    if (run !== null && run.status !== "running") return run;
    // A job that failed before its run began: the source was deleted meanwhile.
    if (run === null && (await hasFailed(deps, runId))) await requireSource(deps, sourceId);
  }
  // A run that still waits for capacity is not stored yet. It will have this ID.
  return (await deps.collection.findRun(runId)) ?? newRun(runId, source.id, "manual", deps.now());
}

async function hasFailed(deps: CollectionDeps, jobId: string): Promise<boolean> {
  const job = await deps.jobs.get(jobId);
  return job?.state === "failed" || job?.state === "dead";
}
