import type { JobDefinition } from "../../platform/jobs/handler.ts";
import type { AttackDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";

/** Handles `remove_release`: the release stops to answer at once, the sweep removes its rows. */
export const removeReleaseJob: JobDefinition<AttackDeps>["run"] = async (deps, { job }) => {
  const id = Number(job.payload["release_id"]);
  const domain = String(job.payload["domain"]);
  const version = String(job.payload["version"]);
  // A run that was interrupted may have done it; then only the audit row is missing.
  const isRemoved = await deps.releases.retire(id, domain, deps.now());
  if (!isRemoved) throw onlyRelease(domain, version);
  return {
    progress: {},
    entry: {
      ...{ action: "release.delete", object_type: "release", object_id: `${domain}-${version}` },
      details: { domain, version },
    },
  };
};

/** The refusal of what would leave a domain without a release. */
export function onlyRelease(domain: string, version: string): AppError {
  return new AppError(
    "conflict",
    `${version} is the only release of ${domain}; ingest another one before you remove it.`,
  );
}
