import type { SyncDeps } from "./deps.ts";
import { triggerSync } from "./trigger-sync.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** 03:00 UTC. */
const DUE_AT_MS = 3 * 60 * 60 * 1000;

/** Returns the last time before `now` (both milliseconds since 1970) at which the daily sync was due. */
export function lastDue(now: number): number {
  return Math.floor((now - DUE_AT_MS) / DAY_MS) * DAY_MS + DUE_AT_MS;
}

/**
 * Queues the daily `check_and_sync` if none was queued since it was last due, so that a late, duplicate or missed cron
 * still leads to one. A newer installation waits for the next due time: a first start sends no network requests.
 */
export async function scheduleSync(deps: SyncDeps): Promise<void> {
  const due = new Date(lastDue(Date.parse(deps.now()))).toISOString();
  const oldest = await deps.releases.findOldestDate();
  if (oldest === null || oldest > due) return;
  if (await deps.jobs.existsSince("check_and_sync", due)) return;
  await triggerSync(deps, "scheduler", {});
}
