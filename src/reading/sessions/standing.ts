import type { TechniqueResult } from "./schema.ts";

/** Who vouches for a technique: a person, the analysis alone, or no one yet. */
export type Standing = "confirmed" | "analysis" | "open" | "rejected";

const STANDINGS: Record<TechniqueResult["review_status"], Standing> = {
  suggested: "analysis",
  accepted: "confirmed",
  needs_evidence: "open",
  rejected: "rejected",
};

/**
 * Returns the standing of a technique for exports and summaries. Only the review status decides it, like on the page.
 * Adding a technique or changing its id also accepts it.
 */
export function standingOf({ review_status: status }: Pick<TechniqueResult, "review_status">) {
  return STANDINGS[status];
}
