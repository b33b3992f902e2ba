import type { CollectionDeps } from "./deps.ts";
import { laneOf } from "../../platform/jobs/lane-of.ts";
import { insertJob } from "../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import type { Source } from "./store.ts";
import { GRACE_SECONDS, type RunTrigger } from "./vocabulary.ts";

/** Jobs of one statement. */
const STEP = 1_000;

/**
 * Queues one run for each enabled source that is due; a source that is being run gets no second one.
 * Whoever calls it enqueues those for which there is room.
 */
export async function scheduleRuns(deps: CollectionDeps): Promise<void> {
  const due = await deps.collection.listDue(deps.now(GRACE_SECONDS));
  const jobs = due.map((source) => runJobOf(deps, source, "scheduler", "scheduler"));
  for (let from = 0; from < jobs.length; from += STEP) {
    await deps.jobs.enqueueAll(jobs.slice(from, from + STEP), deps.now());
  }
}

/** Two runs of one source at once are one. Answers the run's id, which is its job's. */
export async function enqueueRun(
  deps: CollectionDeps,
  source: Source,
  actor: string,
  trigger: RunTrigger,
): Promise<string> {
  const wanted = runJobOf(deps, source, actor, trigger);
  return (await insertJob(deps, wanted, null)).id;
}

function runJobOf(
  deps: CollectionDeps,
  source: Source,
  actor: string,
  trigger: RunTrigger,
): NewJob {
  return {
    id: deps.newId(),
    kind: "collect_source",
    actor,
    payload: { source_id: source.id, trigger },
    progress: {},
    dedupe_key: `collect:${source.id}`,
    lane: laneOf(source.moved_to ?? source.url),
  };
}
