import { z } from "zod";
import { DEFAULT_DAYS, MAX_DAYS } from "./vocabulary.ts";

export const newProofLinkSchema = z
  .object({
    expires_in_days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .default(DEFAULT_DAYS)
      .meta({ description: "Days until the link expires." }),
  })
  .meta({ id: "NewProofLink" });
export type NewProofLink = z.output<typeof newProofLinkSchema>;

const fields = {
  id: z.uuid().meta({ description: "Identifier of the link." }),
  session_id: z.uuid().meta({ description: "Identifier of the signed report." }),
  signed_at: z.string().meta({ description: "Time of the signature that the link is for." }),
  created_by: z
    .string()
    .meta({ description: "User who created the link.", example: "ann@example.org" }),
  created_at: z.string().meta({ description: "Time at which the link was created." }),
  expires_at: z.string().meta({ description: "Time at which the link expires." }),
  is_open: z.boolean().meta({
    description:
      "Whether the link opens the page. False if it has expired, or if the report was reopened since.",
    example: true,
  }),
};

/** A link in lists, without its secret. */
export const proofLinkSchema = z.object(fields).meta({ id: "ProofLink" });
export type ProofLinkView = z.output<typeof proofLinkSchema>;

export const createdProofLinkSchema = z
  .object({
    ...fields,
    path: z.string().meta({
      description: "Path of the page, with the secret of the link. It is shown only once.",
      example: "/proof/Jq3x9ZyUu2e1nO7v5s0mWkqV8bT4cLr6aHd9fGi3pXw",
    }),
  })
  .meta({ id: "CreatedProofLink" });
export type CreatedProofLink = z.output<typeof createdProofLinkSchema>;
