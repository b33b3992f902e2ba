import { z } from "zod";

/** A group that shares techniques with the query, as CONTRACT section 4 orders its fields. */
export const groupRowSchema = z
  .object({
    group_attack_id: z.string().meta({ example: "G0016" }),
    group_name: z.string().meta({ example: "APT29" }),
    similarity: z.number().min(0).max(1).meta({ description: "Jaccard, rounded to 4 places." }),
    shared_count: z.int(),
    shared_techniques: z.array(z.string()).meta({ description: "Sorted technique ids." }),
  })
  .meta({ id: "GroupMatch" });

export type GroupRow = z.output<typeof groupRowSchema>;
