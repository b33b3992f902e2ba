import { counter, crossSamples, gauge, type Metric } from "../metrics/metric.ts";
import type { JobRoomDeps } from "./deps.ts";
import { END_STATES, JOB_KINDS, OPEN_STATES } from "./vocabulary.ts";

/** Measures background jobs: what is open, how long it waits, and how it ends. */
export async function measureJobs(deps: JobRoomDeps): Promise<Metric[]> {
  const now = deps.now();
  const [open, oldest, ended] = await Promise.all([
    deps.jobs.countOpen(),
    deps.jobs.findOldestDue(now),
    deps.tallies.measure("jobs", ["kind", JOB_KINDS], ["outcome", END_STATES]),
  ]);
  const counts = open.map(({ kind, state, n }) => [kind, state, n] as const);
  const samples = crossSamples(["kind", JOB_KINDS], ["state", OPEN_STATES], counts);
  const age = oldest === null ? 0 : (Date.parse(now) - Date.parse(oldest)) / 1000;
  return [
    gauge("tradecraft_jobs", "Jobs that are queued, running or dead, by kind.", samples),
    counter("tradecraft_jobs_ended_total", "Jobs that ended, by kind and outcome.", ended),
    gauge(
      "tradecraft_jobs_oldest_queued_age_seconds",
      "Seconds since the longest waiting job became due; 0 if none is due.",
      age,
    ),
  ];
}
