import { z } from "zod";
import { REVIEW_STATES } from "./vocabulary.ts";

/** The reviewer of a session, and the state of the review. */
export const reviewStateFields = {
  assignee: z.string().nullable().meta({
    description: "User who is to review the report; null if nobody is assigned.",
    example: "bob@example.org",
  }),
  review_state: z.enum(REVIEW_STATES).meta({
    description:
      "How far the review of the report is. A signed report is read-only until it is reopened.",
    example: "in_review",
  }),
  signed_by: z.string().nullable().meta({
    description: "User who signed the report; null unless it is signed.",
    example: null,
  }),
  signed_at: z.string().nullable().meta({
    description: "Time of the signature; null unless the report is signed.",
    example: null,
  }),
};
