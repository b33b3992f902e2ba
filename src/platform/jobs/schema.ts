import { z } from "zod";
import { JOB_KINDS, JOB_STATES } from "./vocabulary.ts";

export const jobStateSchema = z.enum(JOB_STATES).meta({
  description:
    "State of the job; `failed` ended with an error that a retry cannot fix, `dead` has used up its attempts.",
});
export const jobKindSchema = z.enum(JOB_KINDS);

export const jobSchema = z
  .object({
    id: z.uuid(),
    kind: jobKindSchema,
    state: jobStateSchema,
    attempts: z.int(),
    error: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "Job" });

export type JobView = z.output<typeof jobSchema>;
