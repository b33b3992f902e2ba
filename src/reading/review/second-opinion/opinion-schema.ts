import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { ANALYSIS_MODES } from "../../analyser/strictness.ts";
import { PROVIDER_SLOTS } from "../../providers/vocabulary.ts";
import { usageSchema } from "../../sessions/judgement-schema.ts";
import { techniqueResultSchema } from "../../sessions/schema.ts";

/** What a second opinion proposes for a technique. */
const PROPOSALS = ["keep", "add", "question"] as const;
export type Proposal = (typeof PROPOSALS)[number];

const MAX_ROWS = 500;

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
    opinion_id: z.uuid(),
    session_id: z.uuid(),
    created_at: z.string(),
    provider: z.enum(PROVIDER_SLOTS),
    model: z.string(),
    mode: z.enum(ANALYSIS_MODES),
    domain: z.string(),
    version: z.string(),
    agreement: z.number().min(0).max(1).meta({
      description: "Share of all techniques that both found; 1 when neither found any.",
    }),
    techniques: z.array(
      techniqueResultSchema
        .pick({ attack_id: true, name: true, tactic: true, judgement: true })
        .extend({
          verdict: z.enum(["both", "first_only", "second_only"]),
          proposal: z.enum(PROPOSALS),
          first: opinion,
          second: opinion,
        }),
    ),
    rejected_techniques: z.array(z.object({ attack_id: z.string(), reason: z.string() })),
    warnings: z.array(z.string()),
    usage: usageSchema,
  })
  .meta({ id: "SecondOpinion" });
export type SecondOpinion = z.output<typeof secondOpinionSchema>;
export type OpinionRow = SecondOpinion["techniques"][number];

export const acceptedOpinionSchema = z
  .object({
    opinion_id: z.uuid().meta({
      description: "The second opinion that was read. If another one was requested since: 409.",
    }),
    attack_ids: z
      .array(techniqueIdParam)
      .min(1)
      .max(MAX_ROWS)
      .optional()
      .meta({
        description: "Techniques of the second opinion to accept. Default: all of them.",
        example: ["T1059.001"],
      }),
  })
  .meta({ id: "AcceptedOpinion" });
export type AcceptedOpinion = z.output<typeof acceptedOpinionSchema>;
