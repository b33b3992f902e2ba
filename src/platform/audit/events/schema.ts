import { z } from "zod";
import { auditActionSchema, auditedObjectSchema } from "../schema.ts";

export const workspaceEventSchema = z
  .object({
    seq: z.int().meta({
      description: "Sequence number of the audit entry, which is also the event's `id`.",
      example: 4711,
    }),
    actor: z
      .string()
      .meta({ description: "User who made the change.", example: "ann@example.org" }),
    action: auditActionSchema.meta({
      description: "Action of the audit entry.",
      example: "session.review",
    }),
    object_type: auditedObjectSchema.meta({
      description: "Type of the object that was changed.",
      example: "session",
    }),
    object_id: z.string().meta({
      description: "Identifier of the object that was changed.",
      example: "00000000-0000-4000-8000-000000000000",
    }),
    at: z.string().meta({
      description: "Time of the change.",
      example: "2026-11-22T08:15:00.000Z",
    }),
  })
  .meta({ id: "WorkspaceEvent" });
/** One change of the workspace: who did what to which object, without its details. */
export type WorkspaceEvent = z.output<typeof workspaceEventSchema>;

const version = z.string().nullable().meta({
  description:
    "Version of the workspace. It also changes without an event, when background work or an analysis ends; null before the first change.",
  example: "9f86d081884c7d65",
});

export const eventPageSchema = z
  .object({
    events: z
      .array(workspaceEventSchema)
      .meta({ description: "Changes after `after`, oldest first, at most 200." }),
    last: z.int().meta({
      description:
        "Value of `after` for the next request: the last event of this page, or the last change if there is none.",
      example: 4711,
    }),
    version,
  })
  .meta({ id: "WorkspaceEventPage" });
export type EventPage = z.output<typeof eventPageSchema>;

/** The data of one stream message: a change, or the workspace version. */
export const eventMessageSchema = z
  .union([workspaceEventSchema, z.object({ version })])
  .meta({ id: "WorkspaceEventMessage" });
export type EventMessage = z.output<typeof eventMessageSchema>;
