import type { TechniqueResult } from "./schema.ts";

/** What a technique rests on: a person's word, the analysis alone, or a question that is open. */
export type Standing = "confirmed" | "analysis" | "open" | "rejected";

const STANDINGS: Record<TechniqueResult["review_status"], Standing> = {
  suggested: "analysis",
  accepted: "confirmed",
  needs_evidence: "open",
  rejected: "rejected",
};

/**
 * The standing of a technique in every export and summary. The review status alone decides it, as on the
 * page; a person who adds a technique or gives it another id accepts it by that.
 */
export function standingOf({ review_status: status }: Pick<TechniqueResult, "review_status">) {
  return STANDINGS[status];
}
