import { z } from "zod";
import { DEFAULT_PROVIDER, ENRICHMENT_PROVIDERS } from "../vocabulary.ts";

/** What the job of a bulk enrichment is queued with; the defaults are those of older jobs. */
export const bulkPayloadSchema = z.object({
  observable_ids: z.array(z.string()),
  providers: z.array(z.enum(ENRICHMENT_PROVIDERS)).default([DEFAULT_PROVIDER]),
  include_red: z.boolean().default(false),
});
export type BulkPayload = z.output<typeof bulkPayloadSchema>;

/** How many questions a task asks: each provider about each observable. */
export function countQuestions({ observable_ids: ids, providers }: BulkPayload): number {
  return ids.length * providers.length;
}
