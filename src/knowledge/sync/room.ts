import type { Room } from "../../platform/room.ts";
import { checkAndSyncJob } from "./check-and-sync-job.ts";
import type { SyncDeps } from "./deps.ts";
import { ingestBundleJob } from "./ingest-bundle-job.ts";
import { mountSync } from "./routes.ts";
import { restoreModels } from "./restore-models.ts";
import { scheduleSync } from "./schedule-sync.ts";

/** Parts of a bundle that nobody came back for. */
const PARTS_KEPT_SECONDS = 2 * 24 * 60 * 60;

/** What was read of a bundle takes 100 MB, and its ingest most often begins at once. */
const READ_KEPT_SECONDS = 60;

/** Brings in releases, from upstream or as an upload. */
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
    // Once is enough: a bundle without texts gives no model however often it is read.
    if (startedAt !== null) await restoreModels(deps);
  },
};
