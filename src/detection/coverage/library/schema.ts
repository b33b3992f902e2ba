import { z } from "zod";

export const techniqueCountsSchema = z
  .object({
    attack_id: z.string().meta({ example: "T1059.001" }),
    session_count: z.int().meta({
      description: "Number of completed sessions with the technique that did not reject it.",
    }),
    rule_count: z.int().meta({ description: "Number of rules for the technique in any state." }),
    enabled_count: z.int().meta({ description: "Number of enabled rules for the technique." }),
  })
  .meta({ id: "TechniqueCounts" });

export type TechniqueCounts = z.output<typeof techniqueCountsSchema>;
