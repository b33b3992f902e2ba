import type { IngestDeps } from "./deps.ts";

/** By then, requests that resolved a release before it was replaced have ended. */
const RETIRED_KEPT_SECONDS = 15 * 60;
/** Longer than any ingest with all its retries. */
const STAGING_KEPT_SECONDS = 60 * 60;

/**
 * Removes replaced releases and the remains of interrupted ingests.
 * @param startedAt set if no process from before this time can still be working; else null
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
