import { commit } from "../../platform/audit/commit.ts";
import type { CollectionDeps } from "./deps.ts";
import { nextRun } from "./next-run.ts";
import { runAct } from "./run-act.ts";
import type { LearnedState, Run, RunOutcome, Source } from "./store.ts";

/** A run, its source, and who started it. */
export interface ActiveRun {
  run: Run;
  source: Source;
  actor: string;
}

/**
 * Ends a run, and sets when its source is due again. An ended run remains unchanged.
 * @param learned what the run learned for the next one
 * @param waitSeconds how long the server asks clients to wait
 */
export async function endRun(
  deps: CollectionDeps,
  { run, source, actor }: ActiveRun,
  outcome: RunOutcome,
  learned: Partial<LearnedState>,
  waitSeconds = 0,
): Promise<Run["status"]> {
  const failures = outcome.status === "failed" ? source.consecutive_failures + 1 : 0;
  const times = { startedAt: Date.parse(run.started_at), dueAt: Date.parse(source.next_run_at) };
  const scheduled = nextRun(times, source.interval_minutes, failures);
  const due = Math.max(scheduled, Date.parse(deps.now(waitSeconds)));
  const ended = {
    last_run_at: run.started_at,
    last_status: outcome.status,
    last_error: outcome.error ?? null,
  };
  const next = { next_run_at: new Date(due).toISOString(), consecutive_failures: failures };
  await commit(deps, {
    act: runAct(actor, { ...run, ...outcome }, { url: source.url }),
    when: deps.collection.isRunning(run.id),
    parts: [
      deps.collection.noteRun(source, ended, { ...learned, ...next }),
      deps.collection.endRun(run.id, outcome),
    ],
  });
  return outcome.status;
}
