import type { CommitDeps } from "../audit/commit.ts";
import type { AfterChange } from "../lib/after-change.ts";
import type { TallyDeps } from "../metrics/deps.ts";
import type { Runtime } from "../lib/runtime.ts";
import type { JobDefinition } from "./job-definition.ts";
import type { JobStore } from "./store.ts";
import type { JobKind } from "./vocabulary.ts";

/** What enqueuing a job requires. */
export interface JobDeps extends Runtime, CommitDeps {
  jobs: JobStore;
  /** Adds a message to the queue, delivered now or after a delay in seconds. */
  sendMessage(message: { job_id: string }, delaySeconds?: number): Promise<void>;
}

/** What showing jobs to the operator requires. */
export interface JobRoomDeps extends JobDeps, TallyDeps {}

/** What running jobs requires. */
export interface JobRunnerDeps extends JobDeps, AfterChange {
  jobDefinitions: JobDefinitions;
}

/** One definition per job kind. Each receives the services that run it, which include what it needs. */
export type JobDefinitions = Record<JobKind, JobDefinition<JobRunnerDeps>>;
