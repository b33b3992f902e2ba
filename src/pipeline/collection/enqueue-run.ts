import type { CollectionDeps } from "./deps.ts";
import { laneOf } from "../../platform/jobs/lane-of.ts";
import { insertJob } from "../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import type { Source } from "./store.ts";
import type { RunTrigger } from "./vocabulary.ts";

/** Enqueues a run, unless one of the same source is active. Returns the run's ID, which is its job's. */
export async function enqueueRun(
  deps: CollectionDeps,
  source: Source,
  actor: string,
  trigger: RunTrigger,
): Promise<string> {
  const wanted = newRunJob(deps, source, actor, trigger);
  return (await insertJob(deps, wanted, null)).id;
}

/** Creates the job of a source's run. Only one is active at a time. */
export function newRunJob(
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
