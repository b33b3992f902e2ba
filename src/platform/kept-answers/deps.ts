import type { KeptAnswers } from "./kept-answers.ts";

/** What keeping answers takes. */
export interface KeepDeps {
  answers: KeptAnswers;
}
