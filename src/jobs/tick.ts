import { failStaleSessions } from "../analysis/fail-stale-sessions.ts";
import { removeOldReleases } from "../attack/remove-old-releases.ts";
import { isSeedNeeded, SEED } from "../attack/load-seed.ts";
import type { Context } from "../context.ts";
import { START_CRON } from "./start-cron.ts";
import { wake } from "./wake.ts";

/**
 * Puts right what a crash, a lost message or a missed cron left behind; harmless at any time and
 * in any number. At start-up no other process can be working, so leases and sessions that were
 * under way belong to one that is gone.
 */
export async function tick(context: Context, cron: string): Promise<void> {
  const atStart = cron === START_CRON;
  if (atStart) await context.jobs.releaseAll();
  await failStaleSessions(context, atStart ? "all" : "stale");
  await removeOldReleases(context);
  await context.rates.forgetOld();
  if (await isSeedNeeded(context)) await enqueueSeed(context);
  for (const id of await context.jobs.listDue(context.now())) await wake(context, id);
}

async function enqueueSeed(context: Context): Promise<void> {
  const job = {
    id: context.newId(),
    kind: "load_seed" as const,
    actor: "scheduler",
    payload: {},
    progress: {},
    dedupe_key: `seed:${SEED.domain}:${SEED.version}`,
  };
  await context.jobs.enqueue(job, context.now(), null);
}
