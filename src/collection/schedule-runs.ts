import type { Context } from "../context.ts";
import { wake } from "../jobs/wake.ts";
import type { Source } from "./store.ts";
import { GRACE_SECONDS, type RunTrigger } from "./vocabulary.ts";

/** Queues one run for each enabled source that is due; a source that is being run gets no second one. */
export async function scheduleRuns(context: Context): Promise<void> {
  for (const source of await context.collection.listDue(context.now(GRACE_SECONDS))) {
    const id = await enqueueRun(context, source, "scheduler", "scheduler");
    await wake(context, id);
  }
}

/** Two runs of one source at once are one. Answers the run's id, which is its job's. */
export async function enqueueRun(
  context: Context,
  source: Source,
  actor: string,
  trigger: RunTrigger,
): Promise<string> {
  const { job } = await context.jobs.enqueue(
    {
      id: context.newId(),
      kind: "collect_source",
      actor,
      payload: { source_id: source.id, trigger },
      progress: {},
      dedupe_key: `collect:${source.id}`,
    },
    context.now(),
    null,
  );
  return job.id;
}
