import type { CollectionDeps } from "./deps.ts";
import type { JobDefinition } from "../../platform/jobs/handler.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { endRun, pollSource } from "./poll-source.ts";
import type { Run } from "./store.ts";
import type { RunTrigger } from "./vocabulary.ts";

/** Handles `collect_source`: a run that was interrupted goes on under its own id. */
export const collectSourceJob: JobDefinition<CollectionDeps>["run"] = async (deps, jobRun) => {
  const { job } = jobRun;
  const sourceId = String(job.payload["source_id"]);
  const source = await deps.collection.find(sourceId);
  if (source === null) throw new AppError("not_found", "The source was deleted meanwhile.");
  const trigger: RunTrigger = job.payload["trigger"] === "scheduler" ? "scheduler" : "manual";
  const run = newRun(job.id, sourceId, trigger, deps.now());
  await deps.collection.beginRun(run, {
    id: deps.newId(),
    actor: job.actor,
    action: "collection.run",
    object_type: "run",
    object_id: job.id,
    details: { source_id: sourceId, url: source.url, trigger },
    created_at: run.started_at,
  });
  const begun = (await deps.collection.findRun(job.id)) ?? run;
  const status = await pollSource(deps, source, begun, async () => await jobRun.report({}));
  return { progress: { status }, entry: null };
};

/** Fails the run of a job that was given up; its source is due again as after any failure. */
export const endFailedRun: Required<JobDefinition<CollectionDeps>>["giveUp"] = async (
  deps,
  job,
  error,
) => {
  const source = await deps.collection.find(String(job.payload["source_id"]));
  const run = await deps.collection.findRun(job.id);
  if (source === null || run?.status !== "running") return;
  await endRun(deps, source, run, { status: "failed", error }, {});
};

/** A run as it begins. */
export function newRun(id: string, sourceId: string, trigger: RunTrigger, now: string): Run {
  const counts = { items_seen: 0, items_created: 0, duplicates: 0, filtered: 0 };
  const found = { observables_created: 0, observables_known: 0, suppressed: 0 };
  return {
    ...{ id, source_id: sourceId, trigger, status: "running", ...counts, ...found },
    ...{ error: null, started_at: now, finished_at: null },
  };
}
