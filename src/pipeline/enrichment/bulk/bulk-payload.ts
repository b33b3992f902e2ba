import { z } from "zod";
import { DEFAULT_PROVIDER, ENRICHMENT_PROVIDERS } from "../vocabulary.ts";

/** The payload of a bulk enrichment job. The defaults are for older jobs. */
export const bulkPayloadSchema = z.object({
  observable_ids: z.array(z.string()),
  providers: z.array(z.enum(ENRICHMENT_PROVIDERS)).default([DEFAULT_PROVIDER]),
  include_red: z.boolean().default(false),
});
export type BulkPayload = z.output<typeof bulkPayloadSchema>;

/** Counts the queries of a task: one per provider and observable. */
export function countQuestions({ observable_ids: ids, providers }: BulkPayload): number {
  return ids.length * providers.length;
}
