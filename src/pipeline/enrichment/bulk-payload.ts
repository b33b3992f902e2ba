import { z } from "zod";

/** What the job of a bulk enrichment is queued with. */
export const bulkPayloadSchema = z.object({ observable_ids: z.array(z.string()) });
export type BulkPayload = z.output<typeof bulkPayloadSchema>;
