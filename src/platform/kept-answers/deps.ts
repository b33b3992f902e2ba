import type { WorkspaceMark } from "../d1/workspace-mark.ts";
import type { KeptAnswers } from "./kept-answers.ts";

/** What keeping answers takes. */
export interface KeepDeps {
  answers: KeptAnswers;
}

/** What keeping answers about the workspace takes beside. */
export interface MarkDeps {
  mark: WorkspaceMark;
}
