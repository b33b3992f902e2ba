import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { Judgement } from "../../../reading/recognition/found-technique.ts";
import { type Standing, standingOf } from "../../../reading/sessions/standing.ts";
import { longDate } from "./long-date.ts";

type Reviewed = Pick<
  TechniqueResult,
  "review_status" | "origin" | "found_as" | "changed_by" | "changed_at" | "verified" | "judgement"
>;

const LABELS: Record<Standing, string> = {
  confirmed: "Confirmed",
  analysis: "Analyzer only",
  open: "Needs evidence",
  rejected: "Rejected",
};

/** What stands on the label of a technique; one that a person named or a model judged is not the analyzer's alone. */
export function standingLabel(technique: Reviewed): string {
  const standing = standingOf(technique);
  const isShared = technique.origin === "analyst" || technique.judgement !== null;
  return standing === "analysis" && isShared ? "Not reviewed" : LABELS[standing];
}

const JUDGEMENTS: Record<Judgement["standing"], string> = {
  agreed: "Analyzer and language model agree",
  embedded_only: "Named by the analyzer only",
  model_only: "Named by the language model only",
  disputed: "The language model disagrees",
};

/** Who names a technique, in words; null where no model judged. */
export function judgementLine({ judgement }: Pick<TechniqueResult, "judgement">): string | null {
  return judgement === null ? null : JUDGEMENTS[judgement.standing];
}

/** How sure the analysis is, in words; null for what a person named, which has no such confidence. */
export function confidenceLine({
  origin,
  confidence,
}: Pick<TechniqueResult, "origin" | "confidence">): string | null {
  return origin === "analyst" ? null : `Confidence ${Math.round(confidence * 100)} %`;
}

/** What was done to a technique, by whom and when, a line each. */
export function reviewLines(technique: Reviewed): string[] {
  const { origin, found_as: found, changed_by: by, changed_at: at } = technique;
  if (by === null) return ["Not reviewed"];
  const who = `by ${personName(by)}${at === null ? "" : `, ${longDate(at)}`}`;
  if (origin === "analyst" && found === null) return [`Added ${who}`];
  const verb = technique.review_status === "accepted" ? "Confirmed" : "Changed";
  return [`${verb} ${who}`, ...(found === null ? [] : [`The analyzer said ${found}`])];
}

/** Where the passage of a technique stands. */
export function verifiedLine({ verified }: Pick<Reviewed, "verified">): string {
  return verified ? "Verified in the text" : "Not found word for word";
}

/** How an actor's name is written; local mode knows nobody by name. */
export function personName(actor: string): string {
  return actor === "local" ? "the local user" : actor;
}

/** How many techniques are confirmed, open and the analysis' alone. */
export function countStandings(
  techniques: readonly Pick<Reviewed, "review_status">[],
): Record<Standing, number> {
  const counts = { confirmed: 0, analysis: 0, open: 0, rejected: 0 };
  for (const technique of techniques) counts[standingOf(technique)] += 1;
  return counts;
}
