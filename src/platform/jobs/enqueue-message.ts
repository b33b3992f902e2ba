import type { JobDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";

/** What queues of Cloudflare take; a job that is due later is found by `tick`. */
const MAX_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Sends the queue message that has a job looked at, now or some seconds later. A message that is lost
 * costs only time: `tick` sends it again.
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
