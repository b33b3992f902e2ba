import type { CollectionDeps } from "./deps.ts";
import { newRunJob } from "./enqueue-run.ts";
import { GRACE_SECONDS } from "./vocabulary.ts";

/** Jobs per statement. */
const STEP = 1_000;

/**
 * Queues one run for each enabled source that is due and has no active run. The caller starts those for which there
 * is capacity.
 */
export async function scheduleRuns(deps: CollectionDeps): Promise<void> {
  const due = await deps.collection.listDue(deps.now(GRACE_SECONDS));
  const jobs = due.map((source) => newRunJob(deps, source, "scheduler", "scheduler"));
  for (let from = 0; from < jobs.length; from += STEP) {
    await deps.jobs.enqueueAll(jobs.slice(from, from + STEP), deps.now());
  }
}
