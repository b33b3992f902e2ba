import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import { longDate } from "./long-date.ts";

/** What a technique rests on: a person's word, the analysis alone, or a question that is open. */
export type Standing = "confirmed" | "analysis" | "open";

type Reviewed = Pick<
  TechniqueResult,
  "review_status" | "origin" | "found_as" | "changed_by" | "changed_at" | "verified"
>;

/**
 * Whether a person stands for a technique, who accepted it or chose it; only the analysis says so; or a
 * person asked for more.
 */
export function standingOf({
  review_status: status,
  origin,
}: Pick<Reviewed, "review_status" | "origin">): Standing {
  if (status === "needs_evidence") return "open";
  return status === "accepted" || origin === "analyst" ? "confirmed" : "analysis";
}

const LABELS: Record<Standing, string> = {
  confirmed: "Confirmed",
  analysis: "Analyser only",
  open: "Needs evidence",
};

/** What stands on the label of a technique. */
export function standingLabel(technique: Reviewed): string {
  return LABELS[standingOf(technique)];
}

/** What was done to a technique, by whom and when, a line each. */
export function reviewLines(technique: Reviewed): string[] {
  const { origin, found_as: found, changed_by: by, changed_at: at } = technique;
  if (by === null) return ["Not reviewed"];
  const who = `by ${personName(by)}${at === null ? "" : `, ${longDate(at)}`}`;
  if (origin === "analyst" && found === null) return [`Added ${who}`];
  const verb = technique.review_status === "accepted" ? "Confirmed" : "Changed";
  return [`${verb} ${who}`, ...(found === null ? [] : [`The analyser said ${found}`])];
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
  techniques: readonly Pick<Reviewed, "review_status" | "origin">[],
): Record<Standing, number> {
  const counts = { confirmed: 0, analysis: 0, open: 0 };
  for (const technique of techniques) counts[standingOf(technique)] += 1;
  return counts;
}
