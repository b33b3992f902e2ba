import type { Context } from "../../services.ts";

/** A request that resolved a release before it was replaced has long ended by then. */
const RETIRED_KEPT_SECONDS = 15 * 60;
/** Longer than any ingest takes with all its retries. */
const STAGING_KEPT_SECONDS = 60 * 60;

/**
 * Removes releases that were replaced, and what an interrupted ingest left.
 * @param startedAt where no process of before this time can be working any more; else null
 */
export async function removeOldReleases(context: Context, startedAt: string | null): Promise<void> {
  const disposable = await context.releases.listDisposable(
    startedAt ?? context.now(-RETIRED_KEPT_SECONDS),
    startedAt ?? context.now(-STAGING_KEPT_SECONDS),
  );
  for (const id of disposable) {
    await context.indexes.remove(id);
    await context.models.remove(id);
    await context.releases.remove(id);
  }
}
