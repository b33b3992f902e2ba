import type { AnalyserQuery } from "../../../api/usage.ts";

/** How to analyze a promoted report. */
export interface Analysis extends Pick<AnalyserQuery, "provider"> {
  mode: NonNullable<AnalyserQuery["mode"]>;
  /** Whether to analyze the linked article instead of the collected text. */
  fetch: boolean;
}
