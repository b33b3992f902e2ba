import { z } from "zod";
import { uuidParam } from "../../../platform/http/params.ts";
import { tagsSchema } from "../schema.ts";

/** Maximum number of observables per request. All of them change in one transaction. */
const MAX_IDS = 500;

const ids = z
  .array(uuidParam)
  .min(1)
  .max(MAX_IDS)
  .transform((list) => [...new Set(list)])
  .meta({ description: "Identifiers of the observables, at most 500." });

const ACTION = "What to do with them.";

export const bulkChangeSchema = z
  .discriminatedUnion("action", [
    z.object({
      action: z.enum(["confirm", "suppress", "expire"]).meta({ description: ACTION }),
      observable_ids: ids,
    }),
    z.object({
      action: z.enum(["tag", "untag"]).meta({ description: ACTION }),
      observable_ids: ids,
      tags: tagsSchema.min(1),
    }),
  ])
  .meta({
    id: "BulkObservableChange",
    description:
      "`confirm` makes them indicators with a confidence of at least 90, `suppress` deletes them and keeps them out of later reports, `expire` makes them inactive as of now, `tag` and `untag` add and remove tags.",
    example: {
      action: "tag",
      observable_ids: ["00000000-0000-4000-8000-000000000000"],
      tags: ["campaign-7"],
    },
  });
export type BulkChange = z.output<typeof bulkChangeSchema>;

export const bulkOutcomeSchema = z
  .object({
    changed: z.int().meta({ description: "Number of observables that were changed.", example: 1 }),
    unchanged: z
      .int()
      .meta({ description: "Number of observables that were so already.", example: 0 }),
    missing: z
      .array(z.string())
      .meta({ description: "Identifiers that no observable has.", example: [] }),
  })
  .meta({ id: "BulkObservableOutcome" });
export type BulkOutcome = z.output<typeof bulkOutcomeSchema>;
