import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";
import type { JobRun } from "../../platform/jobs/job-definition.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";

/** Action for a domain: it is checked, a release is ingested, or nothing is necessary. */
export const SYNC_ACTIONS = ["check", "ingest", "none"] as const;

/** Stage of a domain's sync. `downloading` counts bytes, `storing` rows. */
export const SYNC_STAGES = [
  "queued",
  "checking",
  "downloading",
  "reading",
  "storing",
  "complete",
  "failed",
] as const;

/** Progress of one domain's sync. */
export const taskDomainSchema = z.object({
  domain: z.string(),
  action: z.enum(SYNC_ACTIONS),
  version: z.string().nullable(),
  stage: z.enum(SYNC_STAGES),
  done: z.int(),
  total: z.int().meta({
    description: "Bytes or rows in total, depending on `stage`; 0 while this is not known.",
  }),
  error: z.string().nullable(),
});

const progressSchema = z.object({ domains: z.array(taskDomainSchema) });

export type TaskDomain = z.output<typeof taskDomainSchema>;

/** Returns the initial progress of a domain. */
export function newTaskDomain(domain: string, version: string | null): TaskDomain {
  return { domain, action: "check", version, stage: "queued", done: 0, total: 0, error: null };
}

/** Returns the domains of a sync task from its job's progress. */
export function readTaskDomains(progress: Record<string, unknown>): TaskDomain[] {
  return progressSchema.parse(progress).domains;
}

/** Records the progress of one domain. Rejects if the job was lost. */
export type DomainReport = (change: Partial<TaskDomain>) => Promise<void>;

/** The progress of a task, stored with its job. */
export class TaskProgress {
  readonly domains: TaskDomain[];
  readonly #run: JobRun;

  constructor(run: JobRun) {
    this.#run = run;
    this.domains = readTaskDomains(run.job.progress);
  }

  /** Returns a function that records the progress of a domain. */
  reporter(entry: TaskDomain): DomainReport {
    return async (change) => {
      Object.assign(entry, change);
      // Progress is reported at intervals, so the last report may be missing.
      if (entry.stage === "complete") entry.done = entry.total;
      await this.#run.report({ domains: this.domains });
    };
  }

  /** The domains' errors in one sentence each, or null if there are none. */
  get error(): string | null {
    const errors = this.domains.map(({ error }) => error).filter((error) => error !== null);
    return errors.length === 0 ? null : [...new Set(errors)].join(" ");
  }
}

/** Returns the message of an error about the bundle or its sender, or null for an error of the service. */
export function domainError(error: unknown): string | null {
  if (error instanceof OutboundError) return error.message;
  if (!(error instanceof AppError) || error.code === "storage_unavailable") return null;
  return error.message;
}
