import { z } from "zod";
import { sessionListItemSchema, techniqueResultSchema } from "../schema.ts";

const { session_id, title, tlp, tlp_in_text } = sessionListItemSchema.shape;

export const evidenceSchema = z
  .object({
    session_id,
    session_title: title,
    session_created_at: z.string().meta({
      description: "Time when the session was created.",
      example: "2026-11-22T08:15:00.000Z",
    }),
    tlp,
    tlp_in_text,
    ...techniqueResultSchema.pick({
      attack_id: true,
      tactic: true,
      confidence: true,
      evidence: true,
      evidence_start: true,
      evidence_end: true,
      passages: true,
      verified: true,
      review_status: true,
      origin: true,
      found_as: true,
      note: true,
      changed_by: true,
      changed_at: true,
    }).shape,
    name: z.string().meta({
      description: "Name of the technique in the release of the session.",
      example: "PowerShell",
    }),
  })
  .meta({ id: "Evidence", description: "A technique in one session, with its passages." });

export type Evidence = z.output<typeof evidenceSchema>;
