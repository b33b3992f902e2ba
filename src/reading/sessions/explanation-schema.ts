import { z } from "zod";

/** Why a technique is named. */
export const explanationSchema = z
  .object({
    hit: z
      .object({ kind: z.enum(["id", "name"]), text: z.string() })
      .nullable()
      .meta({ description: "The id or name as it stands in the report." }),
    features: z.array(z.object({ words: z.string(), share: z.number() })).meta({
      description: "Words with the most weight, each with its share of all weights in favour.",
    }),
    runners_up: z
      .array(z.object({ attack_id: z.string(), probability: z.number() }))
      .meta({ description: "The next most likely techniques." }),
    hinted_by: z.array(z.string()).meta({
      description:
        "Software and vulnerabilities that the text names and the technique is listed for.",
      example: ["S0002", "CVE-2021-26855"],
    }),
  })
  .optional()
  .meta({
    description:
      "Explanation of the technique, by the embedded analyser but for `hinted_by`; present only with `explain=true`.",
  });
