import type { JobRunnerDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";
import { runJob } from "./run-job.ts";

/** A queue message: which job to check. */
export interface QueueMessage {
  job_id: string;
}

/** Delay before a message is retried if it could not be processed, such as while the database is busy. */
const RETRY_SECONDS = 5;

/**
 * Processes the messages of a batch concurrently, so that none waits for another. The job row counts attempts, so a
 * message is done once it was processed.
 */
export async function receiveMessages(
  deps: JobRunnerDeps,
  messages: readonly Pick<Message<QueueMessage>, "body" | "ack" | "retry">[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      try {
        await runJob(deps, message.body.job_id);
        await deps.afterChange();
        message.ack();
      } catch (error) {
        deps.log("error", "queue.message_failed", describeError(error));
        message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }),
  );
}
