import { z } from "zod";
import { AppError } from "../../platform/lib/errors.ts";
import type { JobRun } from "../../platform/jobs/job-definition.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";

/** What is done about a domain: it is looked up, a release is ingested, or nothing needs to be done. */
export const SYNC_ACTIONS = ["check", "ingest", "none"] as const;

/** Where a domain's sync is; `downloading` counts bytes, `storing` rows. */
export const SYNC_STAGES = [
  "queued",
  "checking",
  "downloading",
  "reading",
  "storing",
  "complete",
  "failed",
] as const;

/** How far the sync of one domain is. */
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

/** A domain nothing has been done about. */
export function newTaskDomain(domain: string, version: string | null): TaskDomain {
  return { domain, action: "check", version, stage: "queued", done: 0, total: 0, error: null };
}

/** The domains of a sync task, from its job's progress. */
export function readTaskDomains(progress: Record<string, unknown>): TaskDomain[] {
  return progressSchema.parse(progress).domains;
}

/** Notes how far one domain is; rejects when the job was lost. */
export type DomainReport = (change: Partial<TaskDomain>) => Promise<void>;

/** The progress of a task, kept with its job. */
export class TaskProgress {
  readonly domains: TaskDomain[];
  readonly #run: JobRun;

  constructor(run: JobRun) {
    this.#run = run;
    this.domains = readTaskDomains(run.job.progress);
  }

  /** A function that notes how far this domain is. */
  reporter(entry: TaskDomain): DomainReport {
    return async (change) => {
      Object.assign(entry, change);
      // Progress is told at intervals, of which the last one may not be over.
      if (entry.stage === "complete") entry.done = entry.total;
      await this.#run.report({ domains: this.domains });
    };
  }

  /** The domains' errors in one sentence each, or null when all went well. */
  get error(): string | null {
    const errors = this.domains.map(({ error }) => error).filter((error) => error !== null);
    return errors.length === 0 ? null : [...new Set(errors)].join(" ");
  }
}

/** The sentence to show when an error is about the bundle or its sender; null when it is about us. */
export function domainError(error: unknown): string | null {
  if (error instanceof OutboundError) return error.message;
  if (!(error instanceof AppError) || error.code === "storage_unavailable") return null;
  return error.message;
}
