import type { CommitDeps } from "../audit/commit.ts";
import type { AfterChange } from "../lib/after-change.ts";
import type { TallyDeps } from "../metrics/deps.ts";
import type { Runtime } from "../lib/runtime.ts";
import type { JobDefinition } from "./job-definition.ts";
import type { JobStore } from "./store.ts";
import type { JobKind } from "./vocabulary.ts";

/** What enqueuing a job takes. */
export interface JobDeps extends Runtime, CommitDeps {
  jobs: JobStore;
  /** Puts a message into the queue, to be delivered now or some seconds later. */
  sendMessage(message: { job_id: string }, delaySeconds?: number): Promise<void>;
}

/** What showing jobs to the operator takes. */
export interface JobRoomDeps extends JobDeps, TallyDeps {}

/** What running jobs takes. */
export interface JobRunnerDeps extends JobDeps, AfterChange {
  jobDefinitions: JobDefinitions;
}

/** One definition per kind of job; each is given the services that run it, which hold what it needs. */
export type JobDefinitions = Record<JobKind, JobDefinition<JobRunnerDeps>>;
