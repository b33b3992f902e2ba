import { type AttributeCounts, countType } from "../attribute-counts.ts";
import type { ReadAttribute } from "./attributes.ts";

type Counted = Pick<ReadAttribute, "type" | "outcome" | "kinds" | "matches" | "hasFile">;

/** The result for an attribute that could not be read. */
export const LOST: Counted = {
  type: null,
  outcome: "refused",
  kinds: [],
  matches: [],
  hasFile: false,
};

/** Counts the outcome of an attribute. Proposals are counted separately. */
export function countAttribute(
  counts: AttributeCounts,
  { type, outcome, kinds, hasFile }: Counted,
  isProposal: boolean,
): void {
  if (isProposal) {
    counts.proposals += 1;
    return;
  }
  counts.seen += 1;
  if (hasFile) counts.attachments += 1;
  if (outcome === "observable") counts.observables += 1;
  else if (outcome === "foreign") countType(counts.foreign, type ?? "unknown");
  else counts[outcome] += 1;
  for (const kind of kinds) countType(counts.kinds, kind);
}
