import type { Room } from "../../platform/room.ts";
import { collectSourceJob } from "./collect-source-job.ts";
import type { CollectionDeps } from "./deps.ts";
import { mountCollection } from "./routes.ts";
import { scheduleRuns } from "./schedule-runs.ts";

/** Sources, and the runs that collect reports from them. */
export const collectionRoom: Room<CollectionDeps> = {
  routes: mountCollection,
  jobs: { collect_source: collectSourceJob },
  housekeeping: async (deps, { collects }) => {
    await deps.collection.endAbandonedRuns((id) => deps.jobs.isUnderWay(id), deps.now());
    if (collects) await scheduleRuns(deps);
  },
};
