import { z } from "zod";
import { taskDomainSchema } from "./task-progress.ts";

export const syncTaskSchema = z
  .object({
    task_id: z.uuid(),
    status: z.enum(["queued", "running", "complete", "failed"]),
    domains: z.array(taskDomainSchema),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "SyncTask" });

export const syncTicketSchema = z
  .object({
    task_id: z.uuid(),
    status: z.enum(["queued", "running"]).meta({
      description: "`running` when a sync was under way already; it is this task then.",
    }),
    domains: z.array(z.string()),
  })
  .meta({ id: "SyncTicket" });

export const syncRequestSchema = z
  .object({
    domains: z.array(z.string().max(64)).min(1).max(10).optional(),
    version: z.string().min(1).max(32).optional().meta({
      description: "A release to ingest beside the others; without it the newest one.",
      example: "17.1",
    }),
    force: z.boolean().optional().meta({ description: "Ingest it again even if it is there." }),
  })
  .meta({ id: "SyncRequest" });

export const syncStatusSchema = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        current_version: z.string().nullable(),
        latest_version: z.string().nullable().meta({
          description: "Null when upstream was never reached.",
        }),
        needs_update: z.boolean().meta({
          description:
            "Whether a sync would ingest something: a newer release, the full form of one of which only the shipped facts are there, or one that upstream changed.",
        }),
        last_ingested: z.string().nullable(),
        unusable: z.array(z.object({ version: z.string(), reason: z.string() })).meta({
          description: "Releases that upstream's index names and that cannot be asked for.",
        }),
      }),
    ),
    any_updates_needed: z.boolean(),
    checked_at: z.string().nullable().meta({ description: "When upstream last answered." }),
    upstream_error: z.string().nullable().meta({ description: "Why it does not answer now." }),
  })
  .meta({ id: "SyncStatus" });

export type SyncTask = z.output<typeof syncTaskSchema>;
export type SyncTicket = z.output<typeof syncTicketSchema>;
export type SyncStatus = z.output<typeof syncStatusSchema>;
