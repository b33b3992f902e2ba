import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { cleanLines } from "../../../platform/lib/clean-text.ts";

const MAX_CHARS = 4_000;

export const commentSchema = z
  .object({
    comment_id: z.uuid().meta({ description: "Identifier of the comment." }),
    attack_id: z.string().nullable().meta({
      description:
        "Technique that the comment is about, by its ID at that time; null for the report as a whole.",
      example: "T1059.001",
    }),
    author: z
      .string()
      .meta({ description: "User who wrote the comment.", example: "ann@example.org" }),
    text: z.string().meta({
      description: "Text of the comment.",
      example: "The log of the mail gateway says otherwise.",
    }),
    created_at: z
      .string()
      .meta({ description: "Time of the comment.", example: "2026-11-22T08:15:00.000Z" }),
  })
  .meta({ id: "SessionComment" });
export type CommentView = z.output<typeof commentSchema>;

export const newCommentSchema = z
  .object({
    attack_id: techniqueIdParam.nullable().default(null).meta({
      description: "Technique of the session; null for the report as a whole.",
      example: "T1059.001",
    }),
    text: z
      .string()
      .max(MAX_CHARS)
      .transform((text) => cleanLines(text).trim())
      .refine((text) => text !== "", "must have a visible character")
      .meta({
        description: "Text of the comment. Invisible and control characters are removed.",
        example: "The log of the mail gateway says otherwise.",
      }),
  })
  .meta({ id: "NewSessionComment" });
export type NewComment = z.output<typeof newCommentSchema>;
