import type { Room } from "../../platform/room.ts";
import { collectSourceJob } from "./collect-source-job.ts";
import type { CollectionDeps } from "./deps.ts";
import { endAbandonedRuns } from "./end-abandoned-runs.ts";
import { measureSources } from "./measure-sources.ts";
import { mountCollection } from "./routes.ts";
import { scheduleRuns } from "./schedule-runs.ts";

/** Routes and jobs for sources, and the runs that collect reports from them. */
export const collectionRoom: Room<CollectionDeps> = {
  routes: mountCollection,
  measure: measureSources,
  jobs: { collect_source: collectSourceJob },
  housekeeping: async (deps, { collects }) => {
    await endAbandonedRuns(deps);
    if (collects) await scheduleRuns(deps);
  },
};
