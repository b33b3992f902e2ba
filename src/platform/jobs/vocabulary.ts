/** `failed`: no retry would help. `dead`: all attempts are used up. */
export const JOB_STATES = ["queued", "running", "done", "failed", "dead"] as const;

/** States of jobs that are in progress or need attention. */
export const OPEN_STATES = ["queued", "running", "dead"] as const;

/** How a job ends. */
export const END_STATES = ["done", "failed", "dead"] as const;

/** Kinds of jobs. The room that runs a kind defines it, under `jobs` of its `room.ts`. */
export const JOB_KINDS = [
  "load_seed",
  "ingest_bundle",
  "check_and_sync",
  "collect_source",
  "analyse_report",
  "enrich_observables",
  "remove_release",
  "reread_observables",
  "deliver_webhook",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
