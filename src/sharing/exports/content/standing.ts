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

/**
 * Returns the label of a technique. It distinguishes techniques named by a person or judged by a model from those of
 * the analyzer alone.
 */
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

/** Describes the model's judgement of a technique, or returns null if no model judged it. */
export function judgementLine({ judgement }: Pick<TechniqueResult, "judgement">): string | null {
  return judgement === null ? null : JUDGEMENTS[judgement.standing];
}

/** Describes the confidence of the analysis. Returns null for techniques named by a person, which have none. */
export function confidenceLine({
  origin,
  confidence,
}: Pick<TechniqueResult, "origin" | "confidence">): string | null {
  return origin === "analyst" ? null : `Confidence ${Math.round(confidence * 100)} %`;
}

/** Describes the changes to a technique, their author and time, one line each. */
export function reviewLines(technique: Reviewed): string[] {
  const { origin, found_as: found, changed_by: by, changed_at: at } = technique;
  if (by === null) return ["Not reviewed"];
  const who = `by ${personName(by)}${at === null ? "" : `, ${longDate(at)}`}`;
  if (origin === "analyst" && found === null) return [`Added ${who}`];
  const verb = technique.review_status === "accepted" ? "Confirmed" : "Changed";
  return [`${verb} ${who}`, ...(found === null ? [] : [`The analyzer said ${found}`])];
}

/** Describes whether the passage of a technique was found in the text. */
export function verifiedLine({ verified }: Pick<Reviewed, "verified">): string {
  return verified ? "Verified in the text" : "Not found word for word";
}

/** Formats an actor's name; local mode has no user names. */
export function personName(actor: string): string {
  return actor === "local" ? "the local user" : actor;
}

/** Counts the confirmed and open techniques, and those from the analysis alone. */
export function countStandings(
  techniques: readonly Pick<Reviewed, "review_status">[],
): Record<Standing, number> {
  const counts = { confirmed: 0, analysis: 0, open: 0, rejected: 0 };
  for (const technique of techniques) counts[standingOf(technique)] += 1;
  return counts;
}
