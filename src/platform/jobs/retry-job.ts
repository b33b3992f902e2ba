import type { Context } from "../../services.ts";
import { AppError } from "../lib/errors.ts";
import { toJobView } from "./list-jobs.ts";
import type { JobView } from "./schema.ts";
import { wake } from "./wake.ts";

/**
 * Gives a dead job all its attempts anew.
 * @throws AppError `not_found`; `invalid_transition` when it is not dead; `conflict` when a newer
 *   job is doing the same
 */
export async function retryJob(context: Context, actor: string, id: string): Promise<JobView> {
  const now = context.now();
  const revived = await context.jobs.revive(id, now, {
    id: context.newId(),
    actor,
    action: "job.retry",
    object_type: "job",
    object_id: id,
    details: {},
    created_at: now,
  });
  const job = await context.jobs.get(id);
  if (job === null) throw new AppError("not_found", `There is no job ${id}.`);
  if (revived) await wake(context, id);
  else if (job.state === "dead") {
    throw new AppError("conflict", "A newer job is doing the same; wait for it.");
  } else {
    throw new AppError(
      "invalid_transition",
      `The job is ${job.state}; only a dead one is retried.`,
    );
  }
  return toJobView(job);
}
