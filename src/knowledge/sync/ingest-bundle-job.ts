import { z } from "zod";
import { DOMAINS } from "../attack/vocabulary.ts";
import type { SyncDeps } from "./deps.ts";
import type { JobDefinition } from "../../platform/jobs/job-definition.ts";
import { lacksModel } from "./restore-models.ts";
import { ingestStoredBundle, isIngested } from "./ingest-stored-bundle.ts";
import { TaskProgress } from "./task-progress.ts";

const payloadSchema = z.object({
  domain: z.enum(DOMAINS),
  version: z.string(),
  sha256: z.string(),
});

/** Ingests an uploaded bundle, unless it is already available. */
export const ingestBundleJob: JobDefinition<SyncDeps, z.output<typeof payloadSchema>> = {
  payload: payloadSchema,
  run: async (deps, run) => {
    const { sha256, ...identity } = run.payload;
    const progress = new TaskProgress(run);
    const [entry] = progress.domains;
    if (entry === undefined) throw new Error("The task has no domain");
    const isThere = await isIngested(deps, identity, sha256);
    const unchanged = isThere && !(await lacksModel(deps, identity));
    if (unchanged) entry.action = entry.action === "check" ? "none" : entry.action;
    else await ingestStoredBundle(deps, identity, sha256, progress.reporter(entry));
    Object.assign(entry, { stage: "complete", done: entry.total });
    return {
      progress: { domains: progress.domains },
      act: {
        action: "sync.complete",
        object: ["release", `${identity.domain}-${identity.version}`],
        details: { sha256, unchanged },
      },
    };
  },
};
