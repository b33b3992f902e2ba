import type { Context } from "../context.ts";

/** A request that resolved a release before it was replaced has long ended by then. */
const RETIRED_KEPT_SECONDS = 15 * 60;
/** Longer than any ingest takes with all its retries. */
const STAGING_KEPT_SECONDS = 60 * 60;

/**
 * Removes releases that were replaced, and what an interrupted ingest left: at once when nobody
 * else can be working (`alone`).
 */
export async function removeOldReleases(context: Context, alone: boolean): Promise<void> {
  const disposable = await context.releases.listDisposable(
    context.now(alone ? 0 : -RETIRED_KEPT_SECONDS),
    context.now(alone ? 0 : -STAGING_KEPT_SECONDS),
  );
  for (const id of disposable) {
    await context.indexes.remove(id);
    await context.models.remove(id);
    await context.releases.remove(id);
  }
}
