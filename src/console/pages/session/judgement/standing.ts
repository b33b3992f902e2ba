import type { Technique } from "../../../api/session.ts";

export type Judgement = NonNullable<Technique["judgement"]>;
export type Standing = Judgement["standing"];

/** The displayed names of who names a technique. */
export const STANDINGS: Record<Standing, string> = {
  agreed: "Agreed",
  embedded_only: "Embedded analyzer only",
  model_only: "Language model only",
  disputed: "Disputed",
};
