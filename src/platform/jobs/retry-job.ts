import type { JobDeps } from "./deps.ts";
import { commit } from "../audit/commit.ts";
import { AppError } from "../lib/errors.ts";
import { toJobView } from "./list-jobs.ts";
import type { JobView } from "./schema.ts";
import { enqueueMessage } from "./enqueue-message.ts";

/**
 * Resets the attempts of a dead job and queues it.
 * @throws AppError `not_found`; `invalid_transition` when it is not dead; `conflict` when a newer job does the same
 */
export async function retryJob(deps: JobDeps, actor: string, id: string): Promise<JobView> {
  const revived = await commit(deps, {
    act: { actor, action: "job.retry", object: ["job", id], details: {} },
    when: deps.jobs.isRevivable(id),
    parts: [deps.jobs.revive(id)],
  });
  const job = await deps.jobs.get(id);
  if (job === null) throw new AppError("not_found", `There is no job ${id}.`);
  if (revived) await enqueueMessage(deps, id);
  else if (job.state === "dead") {
    throw new AppError("conflict", "A newer job does the same work; wait for it to complete.");
  } else {
    throw new AppError(
      "invalid_transition",
      `The job is ${job.state}; only a dead one is retried.`,
    );
  }
  return toJobView(job);
}
