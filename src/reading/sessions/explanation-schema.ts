import { z } from "zod";

const nearestProcedureSchema = z.object({
  source_id: z.string().meta({
    description: "ID of the group, campaign or software whose procedure it is.",
    example: "S1088",
  }),
  name: z.string().meta({
    description: "Name of the group, campaign or software in the release.",
    example: "Disco",
  }),
  similarity: z.number().min(0).max(1).meta({
    description: "Similarity of the evidence and the procedure, from 0 to 1.",
    example: 0.4093,
  }),
  words: z.array(z.string()).meta({
    description: "Up to five words of the evidence that stand in both, heaviest first.",
    example: ["scheduled", "task", "minutes", "every", "Persistence"],
  }),
});

/** Why a technique is reported. */
export const explanationSchema = z
  .object({
    hit: z
      .object({ kind: z.enum(["id", "name", "command"]), text: z.string() })
      .nullable()
      .meta({
        description:
          "The ID, name or command as printed in the report. A `command` is a program that the report says was run, with arguments that imply the technique.",
      }),
    features: z.array(z.object({ words: z.string(), share: z.number() })).meta({
      description: "Words with the most weight, each with its share of all weights in favor.",
    }),
    runners_up: z
      .array(z.object({ attack_id: z.string(), probability: z.number() }))
      .meta({ description: "The next most likely techniques." }),
    nearest_procedure: nearestProcedureSchema.nullable().meta({
      description:
        "Procedure of the technique in ATT&CK whose text is most similar to the evidence; null if none is similar enough, and in older sessions.",
    }),
    hinted_by: z.array(z.string()).meta({
      description:
        "Software and vulnerabilities that the text names and the technique is listed for.",
      example: ["S0002", "CVE-2021-26855"],
    }),
  })
  .optional()
  .meta({
    description:
      "Explanation of the technique, by the embedded analyzer but for `hinted_by`; present only with `explain=true`.",
  });
