import type { SyncDeps } from "./deps.ts";
import { forgetReleases } from "../attack/published-releases.ts";
import type { Job } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { SyncTask } from "./schema.ts";
import { readTaskDomains } from "./task-progress.ts";

const STATUS: Record<Job["state"], SyncTask["status"]> = {
  queued: "queued",
  running: "running",
  done: "complete",
  failed: "failed",
  dead: "failed",
};

/**
 * Returns the progress of a sync. Once it has finished, later requests see its releases.
 * @throws AppError `not_found`
 */
export async function readSyncTask(deps: SyncDeps, taskId: string): Promise<SyncTask> {
  const job = await deps.jobs.get(taskId);
  if (job === null || (job.kind !== "ingest_bundle" && job.kind !== "check_and_sync")) {
    throw new AppError("not_found", `There is no sync task ${taskId}.`);
  }
  const status = STATUS[job.state];
  // Another isolate or process may have published them, and this one caches the list.
  if (job.finished_at !== null) forgetReleases();
  return {
    task_id: job.id,
    status,
    domains: readTaskDomains(job.progress).map((entry) => ({
      ...entry,
      stage: status === "failed" && entry.stage !== "complete" ? "failed" : entry.stage,
      error: entry.error ?? (entry.stage === "complete" ? null : job.error),
    })),
    created_at: job.created_at,
    finished_at: job.finished_at,
  };
}
