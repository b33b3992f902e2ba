import type { JobRunnerDeps } from "./deps.ts";
import { describeError } from "../lib/log.ts";
import { runJob } from "./run-job.ts";

/** What goes through the queue: which job to look at. */
export interface QueueMessage {
  job_id: string;
}

/** How long a message waits that could not be looked at, such as while the database is busy. */
const RETRY_SECONDS = 5;

/**
 * Looks at the messages of a batch side by side, so that none waits for another's work. The job row
 * keeps account of attempts, so a message is done once it was looked at.
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
