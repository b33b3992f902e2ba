import { COLLECTION_CRON, START_CRON } from "./crons.ts";
import { sealAudit, sealQuietly } from "./platform/audit/seal-audit.ts";
import { enqueueMessage } from "./platform/jobs/enqueue-message.ts";
import { ROOMS, type Services } from "./services.ts";

/**
 * Puts right what a crash, a lost message or a missed cron left behind; harmless at any time and
 * in any number. At start-up no other process can be working, so leases, staged releases and
 * sessions that were under way before it belong to one that is gone; what began since is left alone.
 */
export async function tick(services: Services, cron: string): Promise<void> {
  const isStart = cron === START_CRON;
  const startedAt = isStart ? services.startedAt : null;
  // Before anything else, so that what an interruption left unsealed is not taken for tampering.
  await sealQuietly(services);
  if (startedAt !== null) await services.jobs.releaseAll(startedAt);
  const collects = isStart || cron === COLLECTION_CRON;
  for (const room of ROOMS) await room.housekeeping?.(services, { startedAt, collects });
  await sealAudit(services);
  for (const id of await services.jobs.listRunnable(services.now()))
    await enqueueMessage(services, id);
}
