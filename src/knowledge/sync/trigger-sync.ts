import { isSyncedDomain, isVersion } from "../attack/vocabulary.ts";
import { unknownDomain } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import type { Act } from "../../platform/audit/commit.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { Job, NewJob } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { SyncTicket } from "./schema.ts";
import { newTaskDomain, readTaskDomains } from "./task-progress.ts";

export interface SyncRequest {
  domains?: string[] | undefined;
  /** A release to backfill, by default the newest one of each domain. */
  version?: string | undefined;
  force?: boolean | undefined;
}

/** Merges concurrent syncs into one. */
const DEDUPE_KEY = "check_and_sync";

/**
 * Queues a sync of the given domains, or returns the one in progress.
 * @throws AppError `unknown_domain`, `validation_error`
 */
export async function triggerSync(
  deps: SyncDeps,
  actor: string,
  { domains = deps.settings.SYNC_DOMAINS, version, force = false }: SyncRequest,
): Promise<SyncTicket> {
  const unknown = domains.find((domain) => !isSyncedDomain(domain));
  if (unknown !== undefined) throw unknownDomain(unknown);
  if (version !== undefined && !isVersion(version)) {
    throw new AppError("validation_error", "'version' must be a release number such as 18.1.");
  }
  const wanted = [...new Set(domains)];
  const id = deps.newId();
  const job: NewJob = {
    id,
    kind: "check_and_sync",
    actor,
    payload: { force, ...(version !== undefined && { version }) },
    progress: { domains: wanted.map((domain) => newTaskDomain(domain, version ?? null)) },
    dedupe_key: DEDUPE_KEY,
  };
  const details = { domains: wanted, version: version ?? null, force };
  const act: Act = { actor, action: "sync.trigger", object: ["sync_task", id], details };
  return toTicket(await enqueueJob(deps, job, act));
}

function toTicket(job: Job): SyncTicket {
  return {
    task_id: job.id,
    status: job.state === "running" ? "running" : "queued",
    domains: readTaskDomains(job.progress).map(({ domain }) => domain),
  };
}
