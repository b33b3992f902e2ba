import type { IngestDeps } from "./deps.ts";

/** A request that resolved a release before it was replaced has long ended by then. */
const RETIRED_KEPT_SECONDS = 15 * 60;
/** Longer than any ingest takes with all its retries. */
const STAGING_KEPT_SECONDS = 60 * 60;

/**
 * Removes releases that were replaced, and what an interrupted ingest left.
 * @param startedAt where no process of before this time can be working any more; else null
 */
export async function removeOldReleases(deps: IngestDeps, startedAt: string | null): Promise<void> {
  const disposable = await deps.releases.listDisposable(
    startedAt ?? deps.now(-RETIRED_KEPT_SECONDS),
    startedAt ?? deps.now(-STAGING_KEPT_SECONDS),
  );
  for (const id of disposable) {
    await deps.indexes.remove(id);
    await deps.detections.remove(id);
    await deps.releaseModels.remove(id);
    await deps.releases.remove(id);
  }
}
