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
    actor: z.string().meta({ description: "Who requested it." }),
    subject: z
      .object({
        source_id: z.string().nullable(),
        report_id: z.string().nullable(),
        domain: z.string().nullable(),
        version: z.string().nullable(),
      })
      .meta({ description: "What the job works on, where it is one thing." }),
    attempts: z.int(),
    run_after: z.string().meta({ description: "A queued job does not start before this time." }),
    error: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "Job" });

export type JobView = z.output<typeof jobSchema>;
