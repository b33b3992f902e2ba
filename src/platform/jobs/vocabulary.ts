/** `failed` was given up for a reason that no retry changes; `dead` has used up its attempts. */
export const JOB_STATES = ["queued", "running", "done", "failed", "dead"] as const;

/** Of these, what is under way or waits for somebody to look. */
export const OPEN_STATES = ["queued", "running", "dead"] as const;

/** How a job ends. */
export const END_STATES = ["done", "failed", "dead"] as const;

/** What there is to do; each kind is defined by the room that does it, under `jobs` of its `room.ts`. */
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
