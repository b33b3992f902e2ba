import type { z } from "zod";
import type { Act } from "../audit/commit.ts";
import type { Job } from "./store.ts";

/** What a handler can use while it runs. */
export interface JobRun<Payload = unknown> {
  job: Job;
  /** The data queued with the job. */
  payload: Payload;
  /** Stores progress and renews the lease. Rejects with `LeaseLost` if another worker has taken over. */
  report(progress: Record<string, unknown>): Promise<void>;
  /** Aborted when the run ends for any reason, so that everything started for it ends too. */
  signal: AbortSignal;
}

/** Result of a handler: its last progress and its audit entry. */
export interface JobOutcome {
  progress: Record<string, unknown>;
  /** Why the job counts as failed, even if part of it is done. */
  error?: string | null;
  /** More work remains: the job resumes in a separate run with all its attempts. */
  resumes?: boolean;
  /** Delay in seconds before it resumes, 0 by default. */
  afterSeconds?: number;
  /** What the job did on behalf of its requester. */
  act: Omit<Act, "actor"> | null;
}

/** How a room runs the jobs of one kind. */
export interface JobDefinition<Deps, Payload = unknown> {
  /** Schema of the queued data. A job with other data fails. */
  payload: z.ZodType<Payload>;
  run(deps: Deps, run: JobRun<Payload>): Promise<JobOutcome>;
  /** Records on the job's subject that the job was given up, and why. */
  giveUp?(deps: Deps, job: Job, payload: Payload, reason: string): Promise<void>;
}
