import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { type JobHandler, runJob } from "../jobs/run-job.ts";
import { AppError } from "../lib/errors.ts";
import { resolveRelease } from "./resolve-release.ts";

/**
 * Removes a release that is not the only one of its domain; the next one in rank becomes current.
 * What refers to it keeps its ids. The release and the audit trail lie in two databases, so a job
 * does it, which goes on until both say so.
 * @throws AppError `unknown_domain`, `version_not_found`, `conflict` for the only release,
 *   `storage_unavailable` while the job could not end
 */
export async function removeRelease(
  context: Context,
  actor: Actor,
  domain: string,
  version: string,
): Promise<void> {
  const release = await resolveRelease(context, { domain, version });
  const { job } = await context.jobs.enqueue(
    {
      ...{ id: context.newId(), kind: "remove_release", actor: actor.name },
      payload: { release_id: release.id, domain, version },
      progress: {},
      dedupe_key: `remove:${release.id}`,
    },
    context.now(),
    null,
  );
  await runJob(context, job.id);
  const after = await context.jobs.get(job.id);
  if (after?.state === "failed") throw onlyRelease(domain, version);
  if (after?.state === "done") return;
  throw new AppError("storage_unavailable", "The release is being removed; look again shortly.", {
    headers: { "Retry-After": "10" },
  });
}

/** Handles `remove_release`: the release stops to answer at once, the sweep removes its rows. */
export const removeReleaseJob: JobHandler = async (context, { job }) => {
  const id = Number(job.payload["release_id"]);
  const domain = String(job.payload["domain"]);
  const version = String(job.payload["version"]);
  // A run that was interrupted may have done it; then only the audit row is missing.
  const isRemoved = await context.releases.retire(id, domain, context.now());
  if (!isRemoved) throw onlyRelease(domain, version);
  return {
    progress: {},
    entry: {
      ...{ action: "release.delete", object_type: "release", object_id: `${domain}-${version}` },
      details: { domain, version },
    },
  };
};

function onlyRelease(domain: string, version: string): AppError {
  return new AppError(
    "conflict",
    `${version} is the only release of ${domain}; ingest another one before you remove it.`,
  );
}
