import { COLLECTION_CRON, START_CRON } from "./crons.ts";
import { sealAudit, sealQuietly } from "./platform/audit/seal-audit.ts";
import { enqueueMessage } from "./platform/jobs/enqueue-message.ts";
import { describeError } from "./platform/lib/log.ts";
import type { Tick } from "./platform/room.ts";
import { ROOMS, type Services } from "./services.ts";

/**
 * Puts right what a crash, a lost message or a missed cron left behind; harmless at any time and
 * in any number. Leases, staged releases and sessions that were under way before a start belong to a process that
 * is gone; what began since is left alone.
 * @param scheduledTime milliseconds since 1970; at a start, when the process that is gone can have begun nothing more.
 *   Default: when this isolate began to serve
 */
export async function tick(
  services: Services,
  cron: string,
  scheduledTime = Date.parse(services.startedAt),
): Promise<void> {
  const isStart = cron === START_CRON;
  const startedAt = isStart ? new Date(scheduledTime).toISOString() : null;
  // Before anything else, so that what an interruption left unsealed is not taken for tampering.
  await sealQuietly(services);
  if (startedAt !== null) await services.jobs.releaseAll(startedAt, services.now());
  const collects = isStart || cron === COLLECTION_CRON;
  const failures = await keepHouse(services, { startedAt, collects });
  await sealAudit(services);
  for (const id of await services.jobs.listRunnable(services.now()))
    await enqueueMessage(services, id);
  // The run of the cron is to be seen as failed.
  if (failures.length > 0) throw failures[0];
}

/** Does the housekeeping of all rooms; a room that fails does not stop the others. */
async function keepHouse(services: Services, when: Tick): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const room of ROOMS) {
    try {
      await room.housekeeping?.(services, when);
    } catch (error) {
      services.log("error", "housekeeping.failed", describeError(error));
      failures.push(error);
    }
  }
  return failures;
}
