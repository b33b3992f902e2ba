import { z } from "zod";
import { outcomesSchema } from "../schema.ts";

/** Older tasks withheld nothing. */
const storedOutcomes = outcomesSchema.extend({
  withheld: outcomesSchema.shape.withheld.default(0),
});

const progressSchema = z.object({
  done: z.int(),
  outcomes: storedOutcomes,
  /** The counts before the current part, which restarts when it is interrupted. */
  settled: z.object({ done: z.int(), outcomes: storedOutcomes }),
  unreachable_servers: z.array(z.string()),
});

/** The progress of a task, as stored with its job. */
export type BulkProgress = z.output<typeof progressSchema>;

/** Returns the progress of a new task. */
export function newProgress(): BulkProgress {
  const outcomes = {
    complete: 0,
    not_found: 0,
    failed: 0,
    rate_limited: 0,
    skipped: 0,
    withheld: 0,
  };
  const settled = { done: 0, outcomes: { ...outcomes } };
  return { done: 0, outcomes, settled, unreachable_servers: [] };
}

/** @throws ZodError for progress that no task has stored */
export function readProgress(progress: Record<string, unknown>): BulkProgress {
  return progressSchema.parse(progress);
}

/** Returns to the beginning of an interrupted part. */
export function resume({ settled, unreachable_servers }: BulkProgress): BulkProgress {
  const { done, outcomes } = settled;
  return { done, outcomes: { ...outcomes }, settled, unreachable_servers };
}

/** Records the end of a part. */
export function settle({ done, outcomes, unreachable_servers }: BulkProgress): BulkProgress {
  return { done, outcomes, settled: { done, outcomes: { ...outcomes } }, unreachable_servers };
}
