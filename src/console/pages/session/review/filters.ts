import type { SecondOpinion } from "../../../api/opinion.ts";
import type { Technique } from "../../../api/session.ts";
import { type Standing, STANDINGS } from "../judgement/standing.ts";
import type { SharedSentence } from "./same-sentence.ts";

/** A filter of the list, as in the address. */
export const FILTERS = ["unreviewed", "low", "disputed", "same", "evidence"] as const;
export type FilterId = (typeof FILTERS)[number] | `standing:${Standing}`;

export const FILTER_NAMES: Record<(typeof FILTERS)[number], { name: string; help: string }> = {
  unreviewed: { name: "Unreviewed", help: "Nobody has decided on them yet" },
  low: { name: "Low confidence", help: "Below 70 %" },
  disputed: {
    name: "Disputed",
    help: "The language model, the second opinion or another edit disagrees",
  },
  same: { name: "Same sentence", help: "One sentence is the evidence of several techniques" },
  evidence: { name: "Needs evidence", help: "Marked in review" },
};

/** Confidence is calibrated: below this, three in ten or more are wrong. */
const LOW = 0.7;

/** What filters need in addition to the technique itself. */
export interface ReviewFacts {
  shared: ReadonlyMap<string, SharedSentence>;
  /** Techniques that a second opinion questions, or on which this person's change conflicts with someone else's. */
  questioned: ReadonlySet<string>;
}

/** Returns the filter of a value in the address; null for all techniques. */
export function readFilter(value: string): FilterId | null {
  const standings = (Object.keys(STANDINGS) as Standing[]).map((one) => `standing:${one}` as const);
  return [...FILTERS, ...standings].find((one) => one === value) ?? null;
}

/** Returns whether a technique matches a filter. */
export function passesFilter(one: Technique, filter: FilterId | null, facts: ReviewFacts): boolean {
  const { attack_id: id, review_status: status, judgement } = one;
  switch (filter) {
    case null:
      return true;
    case "unreviewed":
      return status === "suggested";
    case "low":
      return one.origin === "analysis" && one.confidence < LOW;
    case "disputed":
      return judgement?.standing === "disputed" || facts.questioned.has(id);
    case "same":
      return facts.shared.has(id);
    case "evidence":
      return status === "needs_evidence";
    default:
      return filter === `standing:${judgement?.standing}`;
  }
}

/** Returns the techniques of the session that the last second opinion questions. */
export function questionedBy(opinion: SecondOpinion | null | undefined): string[] {
  const rows = opinion?.techniques ?? [];
  return rows.flatMap(({ attack_id: id, proposal }) => (proposal === "question" ? [id] : []));
}
