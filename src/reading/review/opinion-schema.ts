import { z } from "zod";
import { PROVIDER_SLOTS } from "../providers/vocabulary.ts";
import { techniqueResultSchema } from "../sessions/schema.ts";

const opinion = techniqueResultSchema
  .pick({
    confidence: true,
    evidence: true,
    evidence_start: true,
    evidence_end: true,
    verified: true,
  })
  .nullable();

export const secondOpinionSchema = z
  .object({
    session_id: z.uuid(),
    provider: z.enum(PROVIDER_SLOTS),
    model: z.string(),
    domain: z.string(),
    version: z.string(),
    agreement: z.number().min(0).max(1).meta({
      description: "Share of all techniques that both found; 1 when neither found any.",
    }),
    techniques: z.array(
      techniqueResultSchema.pick({ attack_id: true, name: true, tactic: true }).extend({
        verdict: z.enum(["both", "first_only", "second_only"]),
        first: opinion,
        second: opinion,
      }),
    ),
    rejected_techniques: z.array(z.object({ attack_id: z.string(), reason: z.string() })),
  })
  .meta({ id: "SecondOpinion" });
export type SecondOpinion = z.output<typeof secondOpinionSchema>;
