import type { Schema } from "../../api/client.ts";

export type ReviewState = Schema<"SessionListItem">["review_state"];

export const REVIEW_STATES: Record<ReviewState, string> = {
  draft: "Draft",
  in_review: "In review",
  signed: "Signed",
};

/** The states as fields and filters list them. */
export const REVIEW_STATE_IDS = Object.keys(REVIEW_STATES) as ReviewState[];

/** How a user is named to a reader. */
export function personName(user: string, me: string | undefined): string {
  return user === me ? "you" : user;
}
