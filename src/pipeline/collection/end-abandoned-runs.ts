import { commit } from "../../platform/audit/commit.ts";
import type { CollectionDeps } from "./deps.ts";
import { runAct } from "./run-act.ts";

/** Fails runs whose job is dead or gone. */
export async function endAbandonedRuns(deps: CollectionDeps): Promise<void> {
  const outcome = { status: "failed", error: "The run was interrupted too often." } as const;
  for (const run of await deps.collection.listAbandonedRuns((id) => deps.jobs.isUnderWay(id))) {
    await commit(deps, {
      act: runAct("scheduler", { ...run, ...outcome }),
      when: deps.collection.isRunning(run.id),
      parts: [deps.collection.endRun(run.id, outcome)],
    });
  }
}
