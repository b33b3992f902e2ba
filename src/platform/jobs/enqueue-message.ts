import type { JobDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";

/** Maximum delay of Cloudflare Queues. `tick` finds jobs that are due later. */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Sends the queue message for a job, now or after a delay in seconds. A lost message only delays the job, because
 * `tick` sends it again.
 */
export async function enqueueMessage(
  deps: JobDeps,
  jobId: string,
  delaySeconds = 0,
): Promise<void> {
  try {
    await deps.sendMessage({ job_id: jobId }, Math.min(delaySeconds, MAX_DELAY_SECONDS));
  } catch (error) {
    deps.log("warn", "job.enqueue_failed", { job_id: jobId, ...describeError(error) });
  }
}
