import type { AttackDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { insertJob } from "../../platform/jobs/enqueue-job.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { onlyRelease } from "./remove-release-job.ts";
import { resolveRelease } from "./resolve-release.ts";

/**
 * Removes a release that is not the only one of its domain. The next one in rank becomes current. References to it stay
 * valid. The release and the audit trail are in two databases, so a job does it and retries until both are updated.
 * @throws AppError `unknown_domain`, `version_not_found`, `conflict` for the only release,
 *   `storage_unavailable` if the job could not finish yet
 */
export async function removeRelease(
  deps: AttackDeps,
  actor: Actor,
  domain: string,
  version: string,
): Promise<void> {
  const release = await resolveRelease(deps, { domain, version });
  const wanted = {
    id: deps.newId(),
    kind: "remove_release" as const,
    actor: actor.name,
    payload: { release_id: release.id, domain, version },
    progress: {},
    dedupe_key: `remove:${release.id}`,
  };
  const job = await insertJob(deps, wanted, null);
  await runJob(deps, job.id);
  const after = await deps.jobs.get(job.id);
  if (after?.state === "failed") throw onlyRelease(domain, version);
  if (after?.state === "done") return;
  throw new AppError("storage_unavailable", "The release is being removed; try again shortly.", {
    headers: { "Retry-After": "10" },
  });
}
