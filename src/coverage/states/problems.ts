import { RELEASE_PROBLEMS } from "../../platform/http/route-problems.ts";

/** What coverage answers when a release or a set is not there, or a set is not ready. */
export const COVERAGE_PROBLEMS = [
  ...RELEASE_PROBLEMS,
  "not_found",
  "analysis_failed",
  "conflict",
] as const;
