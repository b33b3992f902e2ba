import type { EnrichmentDeps } from "../deps.ts";
import type { Job } from "../../../platform/jobs/store.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { bulkPayloadSchema, countQuestions } from "./bulk-payload.ts";
import { readProgress } from "./bulk-progress.ts";
import type { BulkTask } from "../schema.ts";

const STATUS: Record<Job["state"], BulkTask["status"]> = {
  queued: "queued",
  running: "running",
  done: "complete",
  failed: "failed",
  dead: "failed",
};

/** Returns the progress of a bulk enrichment. @throws AppError `not_found` */
export async function readBulkTask(deps: EnrichmentDeps, taskId: string): Promise<BulkTask> {
  const job = await deps.jobs.get(taskId);
  if (job?.kind !== "enrich_observables") {
    throw new AppError("not_found", `There is no enrichment task ${taskId}.`);
  }
  const { done, outcomes, unreachable_servers } = readProgress(job.progress);
  const payload = bulkPayloadSchema.parse(job.payload);
  return {
    task_id: job.id,
    status: STATUS[job.state],
    done,
    total: countQuestions(payload),
    providers: payload.providers,
    outcomes,
    unreachable_servers,
    error: job.error,
    created_at: job.created_at,
    finished_at: job.finished_at,
  };
}
