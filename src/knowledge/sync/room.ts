import type { Room } from "../../platform/room.ts";
import { checkAndSyncJob } from "./check-and-sync-job.ts";
import type { SyncDeps } from "./deps.ts";
import { ingestBundleJob } from "./ingest-bundle-job.ts";
import { mountSync } from "./routes.ts";
import { restoreModels } from "./restore-models.ts";
import { scheduleSync } from "./schedule-sync.ts";

/** Retention of the parts of abandoned uploads. */
const PARTS_KEPT_SECONDS = 2 * 24 * 60 * 60;

/** A parsed bundle takes 100 MB, and its ingest usually begins immediately. */
const READ_KEPT_SECONDS = 60;

/** Receives releases, from upstream or as an upload. */
export const syncRoom: Room<SyncDeps> = {
  routes: mountSync,
  jobs: {
    check_and_sync: checkAndSyncJob,
    ingest_bundle: ingestBundleJob,
  },
  housekeeping: async (deps, { startedAt }) => {
    await deps.bundles.incoming.removeAbandoned(deps.now(-PARTS_KEPT_SECONDS));
    deps.readBundles?.forget(deps.now(-READ_KEPT_SECONDS));
    await scheduleSync(deps);
    // Only at a start: a bundle without descriptions never yields a model.
    if (startedAt !== null) await restoreModels(deps);
  },
};
