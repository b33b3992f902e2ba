import type { CollectionDeps } from "./deps.ts";
import { nextRun } from "./next-run.ts";
import type { LearnedState, Run, Source } from "./store.ts";

/** How a run ended, with its counts. */
export type RunOutcome = Partial<Run> & Pick<Run, "status">;

/**
 * Ends a run, and sets when its source is due again.
 * @param learned what the run learned for the next one
 */
export async function endRun(
  deps: CollectionDeps,
  source: Source,
  run: Run,
  outcome: RunOutcome,
  learned: Partial<LearnedState>,
): Promise<Run["status"]> {
  const failures = outcome.status === "failed" ? source.consecutive_failures + 1 : 0;
  const times = { startedAt: Date.parse(run.started_at), dueAt: Date.parse(source.next_run_at) };
  const due = nextRun(times, source.interval_minutes, failures);
  await deps.collection.endRun(
    run.id,
    source,
    { ...outcome, finished_at: deps.now() },
    {
      last_run_at: run.started_at,
      last_status: outcome.status,
      last_error: outcome.error ?? null,
    },
    { ...learned, next_run_at: new Date(due).toISOString(), consecutive_failures: failures },
  );
  return outcome.status;
}
