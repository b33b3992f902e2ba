import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { ReleaseIdentity } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import { newTaskDomain } from "./task-progress.ts";

/**
 * Releases that older versions of the program had a trained model for. Their ingest built no small model, and without
 * it nothing judges the techniques that the current trained model does not know.
 */
const ONCE_SHIPPED = [{ domain: "enterprise-attack", version: "18.1" }] as const;

/** Returns whether an available release has no model because an older version of the program shipped it. */
export async function lacksModel(
  deps: SyncDeps,
  { domain, version }: ReleaseIdentity,
): Promise<boolean> {
  if (!ONCE_SHIPPED.some((one) => one.domain === domain && one.version === version)) return false;
  const release = await deps.releases.find(domain, version);
  return release?.origin === "bundle" && !(await deps.releaseModels.isThere(release));
}

/** Queues another ingest of such a release from its stored bundle, which builds its model. */
export async function restoreModels(deps: SyncDeps): Promise<void> {
  for (const { domain, version } of ONCE_SHIPPED) {
    const sha256 = (await deps.releases.find(domain, version))?.content_sha256;
    if (sha256 === undefined || !(await deps.bundles.has(sha256))) continue;
    if (!(await lacksModel(deps, { domain, version }))) continue;
    const job = {
      id: deps.newId(),
      kind: "ingest_bundle" as const,
      actor: "scheduler",
      payload: { domain, version, sha256 },
      progress: { domains: [newTaskDomain(domain, version)] },
      dedupe_key: `ingest:${domain}:${version}:${sha256}`,
    };
    await enqueueJob(deps, job, null);
  }
}
