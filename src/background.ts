import { COLLECTION_CRON, START_CRON } from "./crons.ts";
import { sealAudit, sealQuietly } from "./platform/audit/seal-audit.ts";
import { enqueueMessage } from "./platform/jobs/enqueue-message.ts";
import { describeError } from "./platform/lib/log.ts";
import type { Tick } from "./platform/room.ts";
import { ROOMS, type Services } from "./services.ts";

/**
 * Repairs what a crash, a lost message or a missed cron left behind. It is safe to run at any time and repeatedly.
 * Leases, staged releases and sessions from before a start belong to a process that has ended. Newer ones are left
 * alone.
 * @param scheduledTime milliseconds since 1970; at a start, the time after which the ended process can have begun
 *   nothing.
 *   Default: when this isolate began to serve
 */
export async function tick(
  services: Services,
  cron: string,
  scheduledTime = Date.parse(services.startedAt),
): Promise<void> {
  const isStart = cron === START_CRON;
  const startedAt = isStart ? new Date(scheduledTime).toISOString() : null;
  // First, so that entries left unsealed by an interruption are not taken for tampering.
  await sealQuietly(services);
  if (startedAt !== null) await services.jobs.releaseAll(startedAt, services.now());
  const collects = isStart || cron === COLLECTION_CRON;
  const failures = await keepHouse(services, { startedAt, collects });
  await sealAudit(services);
  for (const id of await services.jobs.listRunnable(services.now()))
    await enqueueMessage(services, id);
  // Makes the cron run appear as failed.
  if (failures.length > 0) throw failures[0];
}

/** Runs the housekeeping of all rooms. A room that fails does not stop the others. */
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
