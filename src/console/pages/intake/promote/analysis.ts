import type { AnalyserQuery } from "../../../api/usage.ts";

/** How a promoted report is analyzed. */
export interface Analysis extends Pick<AnalyserQuery, "provider"> {
  mode: NonNullable<AnalyserQuery["mode"]>;
  /** Whether the article that it links to is analyzed instead of the collected text. */
  fetch: boolean;
}
