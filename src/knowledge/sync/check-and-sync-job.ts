import { z } from "zod";
import type { SyncDeps } from "./deps.ts";
import type { JobDefinition, JobOutcome, JobRun } from "../../platform/jobs/job-definition.ts";
import { checkUpstream } from "./check-upstream.ts";
import type { UpstreamRelease } from "./read-index.ts";
import { withRetries } from "./retry-budget.ts";
import { syncDomain } from "./sync-domain.ts";
import { domainError, type TaskDomain, TaskProgress } from "./task-progress.ts";

const payloadSchema = z.object({ version: z.string().optional(), force: z.boolean() });

/** Stages after which nothing is left to do. */
const ENDED = new Set<TaskDomain["stage"]>(["complete", "failed"]);

/**
 * Updates the domains of a task, with at most one ingest per run, so that none uses up the time or queries of another.
 * An error in one does not stop the others. An interrupted task resumes with the unfinished domains.
 */
export const checkAndSyncJob: JobDefinition<SyncDeps, z.output<typeof payloadSchema>> = {
  payload: payloadSchema,
  run: checkAndSync,
};

async function checkAndSync(
  deps: SyncDeps,
  run: JobRun<z.output<typeof payloadSchema>>,
): Promise<JobOutcome> {
  const progress = new TaskProgress(run);
  const open = progress.domains.filter(({ stage }) => !ENDED.has(stage));
  const fail = (entry: TaskDomain, error: unknown) => {
    const reason = domainError(error);
    if (reason === null) throw error;
    deps.log("warn", "sync.domain_failed", { domain: entry.domain, reason });
    Object.assign(entry, { stage: "failed", error: reason });
  };
  let offered: UpstreamRelease[];
  try {
    offered = await askForReleases(deps, progress, open);
  } catch (error) {
    for (const unknown of open) fail(unknown, error);
    return outcomeOf(run.job.id, progress);
  }
  for (const entry of open) {
    const report = progress.reporter(entry);
    await syncDomain(deps, entry.domain, offered, run.payload, report).catch((error: unknown) =>
      fail(entry, error),
    );
    const isDone = entry === open.at(-1);
    if (!isDone && entry.action === "ingest") {
      return { progress: { domains: progress.domains }, resumes: true, act: null };
    }
  }
  return outcomeOf(run.job.id, progress);
}

async function askForReleases(
  deps: SyncDeps,
  progress: TaskProgress,
  open: TaskDomain[],
): Promise<UpstreamRelease[]> {
  for (const entry of open) Object.assign(entry, { stage: "checking", error: null });
  return await withRetries(deps, async () => {
    const [first] = open;
    if (first !== undefined) await progress.reporter(first)({});
    return (await checkUpstream(deps)).releases;
  });
}

/** Returns the outcome of a run. Completed ingests are in the audit trail even if another domain failed. */
function outcomeOf(taskId: string, progress: TaskProgress): JobOutcome {
  const domains = progress.domains.map(({ domain, action, version, stage }) => {
    return { domain, action, version, stage };
  });
  return {
    progress: { domains: progress.domains },
    error: progress.error,
    act: { action: "sync.complete", object: ["sync_task", taskId], details: { domains } },
  };
}
