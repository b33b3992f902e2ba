import type { Technique } from "../../../api/session.ts";

export type Judgement = NonNullable<Technique["judgement"]>;
export type Standing = Judgement["standing"];

/** Who names a technique, by the name that readers see. */
export const STANDINGS: Record<Standing, string> = {
  agreed: "Agreed",
  embedded_only: "Embedded analyser only",
  model_only: "Language model only",
  disputed: "Disputed",
};

/** The word that filters techniques by a standing. */
export function standingFilter(standing: Standing): string {
  return `standing:${standing}`;
}

/** A standing in the words that a filter finds it by. */
export function describeStanding(standing: Standing): string {
  return `${STANDINGS[standing]} ${standingFilter(standing)}`;
}
