import type { z } from "zod";
import type { Act } from "../audit/commit.ts";
import type { Job } from "./store.ts";

/** What a handler may do while it works. */
export interface JobRun<Payload = unknown> {
  job: Job;
  /** What the job was queued with. */
  payload: Payload;
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
  /** There is more to do: the job is resumed, in a run of its own that has all attempts anew. */
  resumes?: boolean;
  /** How many seconds later it is resumed; 0 by default. */
  afterSeconds?: number;
  /** What the job did in the name of whoever asked for it. */
  act: Omit<Act, "actor"> | null;
}

/** How a room does the jobs of one kind. */
export interface JobDefinition<Deps, Payload = unknown> {
  /** What jobs of the kind are queued with; one that holds something else fails. */
  payload: z.ZodType<Payload>;
  run(deps: Deps, run: JobRun<Payload>): Promise<JobOutcome>;
  /** Notes on what a job belongs to that it was given up, and why. */
  giveUp?(deps: Deps, job: Job, payload: Payload, reason: string): Promise<void>;
}
