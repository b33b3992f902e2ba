import { z } from "zod";
import type { Context } from "../context.ts";
import type { JobHandler, JobOutcome } from "../jobs/run-job.ts";
import { checkUpstream } from "./check-upstream.ts";
import type { UpstreamRelease } from "./read-index.ts";
import { withPatience } from "./retry.ts";
import { syncDomain } from "./sync-domain.ts";
import { domainError, type TaskDomain, TaskProgress } from "./task-progress.ts";

const payloadSchema = z.object({ version: z.string().optional(), force: z.boolean() });

/**
 * Brings the domains of a task up to date, one after the other; what goes wrong with one does not
 * keep the others. A task that was interrupted goes on with what is not complete.
 */
export const checkAndSyncJob: JobHandler = async (context, run) => {
  const wish = payloadSchema.parse(run.job.payload);
  const progress = new TaskProgress(run);
  const open = progress.domains.filter(({ stage }) => stage !== "complete");
  const fail = (entry: TaskDomain, error: unknown) => {
    const reason = domainError(error);
    if (reason === null) throw error;
    context.log("warn", "sync.domain_failed", { domain: entry.domain, reason });
    Object.assign(entry, { stage: "failed", error: reason });
  };
  try {
    const offered = await askForReleases(context, progress, open);
    for (const entry of open) {
      const report = progress.reporter(entry);
      await syncDomain(context, entry.domain, offered, wish, report).catch((error: unknown) =>
        fail(entry, error),
      );
    }
  } catch (error) {
    for (const entry of open) if (entry.stage !== "failed") fail(entry, error);
  }
  return outcomeOf(run.job.id, progress);
};

async function askForReleases(
  context: Context,
  progress: TaskProgress,
  open: TaskDomain[],
): Promise<UpstreamRelease[]> {
  for (const entry of open) Object.assign(entry, { stage: "checking", error: null });
  return await withPatience(context, async () => {
    const [first] = open;
    if (first !== undefined) await progress.reporter(first)({});
    return (await checkUpstream(context)).releases;
  });
}

/** What was ingested is in the audit trail even if another domain failed. */
function outcomeOf(taskId: string, progress: TaskProgress): JobOutcome {
  const domains = progress.domains.map(({ domain, action, version, stage }) => {
    return { domain, action, version, stage };
  });
  return {
    progress: { domains: progress.domains },
    error: progress.error,
    entry: {
      action: "sync.complete",
      object_type: "sync_task",
      object_id: taskId,
      details: { domains },
    },
  };
}
