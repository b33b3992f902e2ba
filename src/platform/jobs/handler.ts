import type { AuditEntry } from "../audit/record.ts";
import type { Job } from "./store.ts";

/** What a handler may do while it works. */
export interface JobRun {
  job: Job;
  /** Stores progress and keeps the lease; rejects with `LeaseLost` when another took over. */
  report(progress: Record<string, unknown>): Promise<void>;
  /** Aborted when the run is over for whatever reason; what is begun for it ends with it. */
  signal: AbortSignal;
}

/** How a handler ended: its last progress, and what the audit trail is to say. */
export interface JobOutcome {
  progress: Record<string, unknown>;
  /** Why the job counts as failed, although part of it may be done. */
  error?: string | null;
  /** There is more to do, in a run of its own that has all attempts anew. */
  goesOn?: boolean;
  entry: Omit<AuditEntry, "id" | "actor" | "created_at"> | null;
}

/** How a room does the jobs of one kind. */
export interface JobDefinition<Deps> {
  run(deps: Deps, run: JobRun): Promise<JobOutcome>;
  /** Notes on what a job belongs to that it was given up, and why. */
  giveUp?(deps: Deps, job: Job, reason: string): Promise<void>;
}
