import type { Technique } from "../../../api/session.ts";

export type Judgement = NonNullable<Technique["judgement"]>;
export type Standing = Judgement["standing"];

/** Who names a technique, by the name that readers see. */
export const STANDINGS: Record<Standing, string> = {
  agreed: "Agreed",
  embedded_only: "Embedded analyzer only",
  model_only: "Language model only",
  disputed: "Disputed",
};
