import type { JobDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";

/**
 * Wakes a worker for a job, now or some seconds later. A message that is lost costs only time:
 * `tick` sends it again.
 */
export async function wake(deps: JobDeps, jobId: string, delaySeconds = 0): Promise<void> {
  try {
    await deps.sendMessage({ job_id: jobId }, delaySeconds);
  } catch (error) {
    deps.log("warn", "job.wake_failed", { job_id: jobId, ...describeError(error) });
  }
}
