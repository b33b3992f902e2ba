import type { Room } from "../../platform/room.ts";
import type { EnrichmentDeps } from "./deps.ts";
import { enrichObservablesJob } from "./bulk/enrich-observables-job.ts";
import { expireEnrichments } from "./expire-enrichments.ts";
import { mountEnrichment } from "./routes.ts";

/** Routes and jobs for what registries and other providers report about observables. */
export const enrichmentRoom: Room<EnrichmentDeps> = {
  routes: mountEnrichment,
  jobs: { enrich_observables: enrichObservablesJob },
  housekeeping: async (deps, { startedAt }) => {
    // When this process starts, no other process acquires locks.
    if (startedAt !== null) await deps.locks.releaseAll();
    await expireEnrichments(deps);
  },
};
