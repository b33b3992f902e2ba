import { isSyncedDomain, isVersion } from "../attack/vocabulary.ts";
import { unknownDomain } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import type { Job } from "../../platform/jobs/store.ts";
import { wake } from "../../platform/jobs/wake.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { SyncTicket } from "./schema.ts";
import { newTaskDomain, readTaskDomains } from "./task-progress.ts";

export interface SyncRequest {
  domains?: string[] | undefined;
  /** A release to backfill; without it the newest one of each domain. */
  version?: string | undefined;
  force?: boolean | undefined;
}

/** Two syncs at once are one. */
const DEDUPE_KEY = "check_and_sync";

/**
 * Queues a sync of the given domains, or answers the one that is under way.
 * @throws AppError `unknown_domain`, `validation_error`
 */
export async function triggerSync(
  deps: SyncDeps,
  actor: string,
  { domains = deps.settings.SYNC_DOMAINS, version, force = false }: SyncRequest,
): Promise<SyncTicket> {
  const stranger = domains.find((domain) => !isSyncedDomain(domain));
  if (stranger !== undefined) throw unknownDomain(stranger);
  if (version !== undefined && !isVersion(version)) {
    throw new AppError("validation_error", "'version' must be a release number such as 18.1.");
  }
  const wanted = [...new Set(domains)];
  const id = deps.newId();
  const now = deps.now();
  const { job } = await deps.jobs.enqueue(
    {
      id,
      kind: "check_and_sync",
      actor,
      payload: { force, ...(version !== undefined && { version }) },
      progress: { domains: wanted.map((domain) => newTaskDomain(domain, version ?? null)) },
      dedupe_key: DEDUPE_KEY,
    },
    now,
    {
      id: deps.newId(),
      actor,
      action: "sync.trigger",
      object_type: "sync_task",
      object_id: id,
      details: { domains: wanted, version: version ?? null, force },
      created_at: now,
    },
  );
  await wake(deps, job.id);
  return toTicket(job);
}

function toTicket(job: Job): SyncTicket {
  return {
    task_id: job.id,
    status: job.state === "running" ? "running" : "queued",
    domains: readTaskDomains(job.progress).map(({ domain }) => domain),
  };
}
