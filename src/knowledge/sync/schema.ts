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
      description: "Status of the task; `running` if it had already started.",
    }),
    domains: z.array(z.string()),
  })
  .meta({ id: "SyncTicket" });

export const syncRequestSchema = z
  .object({
    domains: z.array(z.string().max(64)).min(1).max(10).optional(),
    version: z.string().min(1).max(32).optional().meta({
      description: "Release to ingest; the newest one if left out.",
      example: "17.1",
    }),
    force: z
      .boolean()
      .optional()
      .meta({ description: "Whether to ingest a release again that is already ingested." }),
  })
  .meta({ id: "SyncRequest" });

export const syncStatusSchema = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        current_version: z.string().nullable(),
        latest_version: z.string().nullable().meta({
          description: "Newest release that upstream offers; null if upstream was never reached.",
        }),
        needs_update: z.boolean().meta({
          description:
            "Whether a sync would ingest a release: a newer one, one that upstream changed, or the full form of the one shipped with the program.",
        }),
        last_ingested: z.string().nullable(),
        unusable: z.array(z.object({ version: z.string(), reason: z.string() })).meta({
          description: "Releases that the upstream index lists but that cannot be ingested.",
        }),
      }),
    ),
    any_updates_needed: z.boolean(),
    checked_at: z
      .string()
      .nullable()
      .meta({ description: "Time at which upstream last answered; null if it never has." }),
    upstream_error: z
      .string()
      .nullable()
      .meta({ description: "Why upstream cannot be reached; null if it can." }),
  })
  .meta({ id: "SyncStatus" });

export type SyncTask = z.output<typeof syncTaskSchema>;
export type SyncTicket = z.output<typeof syncTicketSchema>;
export type SyncStatus = z.output<typeof syncStatusSchema>;
