import { expireFailedSessions } from "./reading/sessions/expire-failed-sessions.ts";
import { failStaleSessions } from "./reading/sessions/fail-stale-sessions.ts";
import { removeOldReleases } from "./knowledge/attack/remove-old-releases.ts";
import { isSeedNeeded, SEED } from "./knowledge/attack/load-seed.ts";
import { sealAudit, sealQuietly } from "./platform/audit/seal.ts";
import { scheduleRuns } from "./pipeline/collection/schedule-runs.ts";
import type { Context } from "./services.ts";
import { expireEnrichments } from "./pipeline/enrichment/expire-enrichments.ts";
import { scheduleSync } from "./knowledge/sync/schedule-sync.ts";
import { COLLECTION_CRON, START_CRON } from "./platform/jobs/crons.ts";
import { wake } from "./platform/jobs/wake.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Parts of a bundle that nobody came back for. */
const PARTS_KEPT_SECONDS = 2 * DAY_SECONDS;
/** Whoever works on the body of an import gives a sign of it each minute. */
const SPOOL_SILENT_SECONDS = 5 * 60;
/** No request lives so long. */
const HOUR_SECONDS = 60 * 60;
const JOBS_KEPT_SECONDS = 30 * DAY_SECONDS;

/**
 * Puts right what a crash, a lost message or a missed cron left behind; harmless at any time and
 * in any number. At start-up no other process can be working, so leases, staged releases and
 * sessions that were under way before it belong to one that is gone; what began since is left alone.
 */
export async function tick(context: Context, cron: string): Promise<void> {
  const atStart = cron === START_CRON;
  const { startedAt } = context;
  // Before anything else, so that what an interruption left unsealed is not taken for tampering.
  await sealQuietly(context);
  if (atStart) {
    await Promise.all([context.jobs.releaseAll(startedAt), context.turns.endAll()]);
  }
  await failStaleSessions(context, atStart ? startedAt : null);
  await removeOldReleases(context, atStart ? startedAt : null);
  await context.bundles.removeAbandonedParts(context.now(-PARTS_KEPT_SECONDS));
  await context.spool.removeAbandoned(atStart ? startedAt : context.now(-SPOOL_SILENT_SECONDS));
  await expireFailedSessions(context);
  await expireEnrichments(context);
  const noImportSince = atStart ? startedAt : context.now(-HOUR_SECONDS);
  await context.imports.endInterrupted(noImportSince, context.now());
  await context.rates.forgetOld();
  await context.jobs.forgetEnded(context.now(-JOBS_KEPT_SECONDS));
  if (await isSeedNeeded(context)) await enqueueSeed(context);
  await scheduleSync(context);
  await sealAudit(context);
  await context.collection.endAbandonedRuns(context.now());
  if (atStart || cron === COLLECTION_CRON) await scheduleRuns(context);
  for (const id of await context.jobs.listRunnable(context.now())) await wake(context, id);
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
