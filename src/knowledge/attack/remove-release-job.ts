import { z } from "zod";
import type { JobDefinition } from "../../platform/jobs/job-definition.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { AttackDeps } from "./deps.ts";

const payloadSchema = z.object({ release_id: z.int(), domain: z.string(), version: z.string() });

/** The release becomes unavailable immediately. Housekeeping removes its rows. */
export const removeReleaseJob: JobDefinition<AttackDeps, z.output<typeof payloadSchema>> = {
  payload: payloadSchema,
  run: async (deps, { payload: { release_id: id, domain, version } }) => {
    // An interrupted run may have retired it, so that only the audit entry is missing.
    const isRemoved = await deps.releases.retire(id, domain, deps.now());
    if (!isRemoved) throw onlyRelease(domain, version);
    return {
      progress: {},
      act: {
        action: "release.delete",
        object: ["release", `${domain}-${version}`],
        details: { domain, version },
      },
    };
  },
};

/** Returns the error for a change that would leave a domain without a release. */
export function onlyRelease(domain: string, version: string): AppError {
  return new AppError(
    "conflict",
    `${version} is the only release of ${domain}; ingest another one before you remove it.`,
  );
}
