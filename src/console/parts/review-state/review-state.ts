import type { Schema } from "../../api/client.ts";

export type ReviewState = Schema<"SessionListItem">["review_state"];

export const REVIEW_STATES: Record<ReviewState, string> = {
  draft: "Draft",
  in_review: "In review",
  signed: "Signed",
};

/** The states, in the order of fields and filters. */
export const REVIEW_STATE_IDS = Object.keys(REVIEW_STATES) as ReviewState[];

/** Returns the displayed name of a user. */
export function personName(user: string, me: string | undefined): string {
  return user === me ? "you" : user;
}
