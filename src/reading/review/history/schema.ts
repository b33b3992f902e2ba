import { z } from "zod";
import { CHANGE_ACTIONS } from "../../sessions/vocabulary.ts";

const values = (which: string, example: Record<string, unknown>) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: `${which}; null where there was nothing.`, example });

export const historyEntrySchema = z
  .object({
    change_id: z.uuid().meta({ description: "Identifier of the change." }),
    actor: z
      .string()
      .meta({ description: "User who made the change.", example: "ann@example.org" }),
    created_at: z
      .string()
      .meta({ description: "Time of the change.", example: "2026-11-22T08:15:00.000Z" }),
    action: z.enum(CHANGE_ACTIONS).meta({
      description:
        "What was done: `added`, `changed` and `removed` of a technique, `updated` of the session, `undone` of an earlier change, `reanalysed` of the whole session.",
      example: "changed",
    }),
    attack_id: z.string().nullable().meta({
      description: "Technique that was changed, by its ID after the change; null for the session.",
      example: "T1059.001",
    }),
    fields: z
      .array(z.string())
      .meta({ description: "Fields that were changed.", example: ["review_status"] }),
    before: values("Values before the change", { review_status: "suggested" }),
    after: values("Values after the change", { review_status: "accepted" }),
    undoes: z.uuid().nullable().meta({
      description: "Change that this one undoes; null if it undoes none.",
      example: null,
    }),
    batch_id: z.uuid().nullable().meta({
      description:
        "The same for all changes of one request, which can be undone together; null for a single change.",
      example: null,
    }),
    can_undo: z.boolean().meta({
      description: "Whether the change can be undone: nothing that it changed was changed since.",
      example: true,
    }),
  })
  .meta({ id: "HistoryEntry" });
export type HistoryEntry = z.output<typeof historyEntrySchema>;
