import { z } from "zod";
import type { CollectionDeps } from "./deps.ts";
import { commit } from "../../platform/audit/commit.ts";
import { holdLease } from "../../platform/jobs/hold-lease.ts";
import type { JobDefinition, JobOutcome, JobRun } from "../../platform/jobs/job-definition.ts";
import type { Job } from "../../platform/jobs/store.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { endRun } from "./end-run.ts";
import { newRun } from "./new-run.ts";
import { runAct } from "./run-act.ts";
import { pollSource } from "./poll-source.ts";
import { RUN_TRIGGERS } from "./vocabulary.ts";

const payloadSchema = z.object({ source_id: z.string(), trigger: z.enum(RUN_TRIGGERS) });
type Payload = z.output<typeof payloadSchema>;

/** State that a run passes to its next part. */
const progressSchema = z.object({ count: z.int(), first: z.string().nullable() });
/** Well below the five-minute limit of a job. Remaining work waits behind other sources. */
const PART_MS = 150_000;
const RENEW_SECONDS = 20;

/** Collects from a source. A run that was interrupted or has more work resumes under the same ID. */
async function collectSource(deps: CollectionDeps, jobRun: JobRun<Payload>): Promise<JobOutcome> {
  const { job } = jobRun;
  const { source_id: sourceId, trigger } = jobRun.payload;
  const source = await deps.collection.find(sourceId);
  if (source === null) throw new AppError("not_found", "The source was deleted meanwhile.");
  const run = newRun(job.id, sourceId, trigger, deps.now());
  await commit(deps, {
    act: runAct(job.actor, run, { url: source.url }),
    when: deps.collection.isNewRun(job.id),
    parts: [deps.collection.beginRun(run)],
  });
  const begun = (await deps.collection.findRun(job.id)) ?? run;
  const skipped = progressSchema.safeParse(job.progress).data ?? { count: 0, first: null };
  const progress = () => ({ ...skipped });
  const part = {
    run: begun,
    source,
    actor: job.actor,
    endsAt: Date.parse(deps.now()) + PART_MS,
    skipped,
    report: async () => await jobRun.report(progress()),
  };
  const lease = { everySeconds: RENEW_SECONDS, progress };
  const status = await holdLease(deps, jobRun, pollSource(deps, part), lease);
  if (status === "running") return { progress: progress(), resumes: true, act: null };
  return { progress: { status }, act: null };
}

/** Fails the run of an abandoned job. Its source is due again as after any failure. */
async function endFailedRun(
  deps: CollectionDeps,
  job: Job,
  payload: Payload,
  error: string,
): Promise<void> {
  const source = await deps.collection.find(payload.source_id);
  const run = await deps.collection.findRun(job.id);
  if (source === null || run?.status !== "running") return;
  await endRun(deps, { run, source, actor: job.actor }, { status: "failed", error }, {});
}

/** Collects from one source, as a separate run. */
export const collectSourceJob: JobDefinition<CollectionDeps, Payload> = {
  payload: payloadSchema,
  run: collectSource,
  giveUp: endFailedRun,
};
