import type { EnrichmentDeps } from "./deps.ts";
import type { Act } from "../../platform/audit/commit.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { Job, NewJob } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { compareText } from "../../platform/lib/text.ts";
import { newProgress, readProgress } from "./bulk-progress.ts";
import type { BulkTask } from "./schema.ts";

const STATUS: Record<Job["state"], BulkTask["status"]> = {
  queued: "queued",
  running: "running",
  done: "complete",
  failed: "failed",
  dead: "failed",
};

/** Queues the enrichment of many observables, or answers the task that does the same already. */
export async function enrichBulk(
  deps: EnrichmentDeps,
  actor: string,
  observableIds: readonly string[],
): Promise<{ task_id: string }> {
  const sorted = [...observableIds].sort(compareText).join(" ");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sorted));
  const id = deps.newId();
  const job: NewJob = {
    id,
    kind: "enrich_observables",
    actor,
    payload: { observable_ids: observableIds },
    progress: newProgress(),
    dedupe_key: `enrich:${toHex(hash)}`,
  };
  const details = { observables: observableIds.length };
  const act: Act = { actor, action: "observable.enrich_bulk", object: ["job", id], details };
  return { task_id: (await enqueueJob(deps, job, act)).id };
}

/** How far such a task is. @throws AppError `not_found` */
export async function readBulkTask(deps: EnrichmentDeps, taskId: string): Promise<BulkTask> {
  const job = await deps.jobs.get(taskId);
  if (job?.kind !== "enrich_observables") {
    throw new AppError("not_found", `There is no enrichment task ${taskId}.`);
  }
  const { done, outcomes, unreachable_servers } = readProgress(job.progress);
  const { observable_ids: ids } = job.payload as { observable_ids: string[] };
  return {
    ...{ task_id: job.id, status: STATUS[job.state], done, total: ids.length, outcomes },
    ...{ unreachable_servers, error: job.error },
    ...{ created_at: job.created_at, finished_at: job.finished_at },
  };
}
