import type { Room } from "../../platform/room.ts";
import type { EnrichmentDeps } from "./deps.ts";
import { enrichObservablesJob } from "./bulk/enrich-observables-job.ts";
import { expireEnrichments } from "./expire-enrichments.ts";
import { mountEnrichment } from "./routes.ts";

/** What registries and other providers say of observables. */
export const enrichmentRoom: Room<EnrichmentDeps> = {
  routes: mountEnrichment,
  jobs: { enrich_observables: enrichObservablesJob },
  housekeeping: async (deps, { startedAt }) => {
    // At its start nobody but this process takes locks.
    if (startedAt !== null) await deps.locks.releaseAll();
    await expireEnrichments(deps);
  },
};
