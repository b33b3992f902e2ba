import type { Context } from "../context.ts";
import type { Job } from "../jobs/store.ts";
import { AppError } from "../lib/errors.ts";
import type { TaskProgress } from "./ingest-bundle-job.ts";
import type { SyncTask } from "./schema.ts";

const STATUS: Record<Job["state"], SyncTask["status"]> = {
  queued: "queued",
  running: "running",
  done: "complete",
  failed: "failed",
  dead: "failed",
};

/** How far a sync is. @throws AppError `not_found` */
export async function readSyncTask(context: Context, taskId: string): Promise<SyncTask> {
  const job = await context.jobs.get(taskId);
  if (job === null || job.kind !== "ingest_bundle") {
    throw new AppError("not_found", `There is no sync task ${taskId}.`);
  }
  const progress = job.progress as unknown as TaskProgress;
  return {
    task_id: job.id,
    status: STATUS[job.state],
    domains: [{ ...progress, error: job.error }],
    created_at: job.created_at,
    finished_at: job.finished_at,
  };
}
