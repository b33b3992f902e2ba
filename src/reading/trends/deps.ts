import type { SubjectDeps } from "../sessions/subjects/refresh-subjects.ts";
import type { TrendStore } from "../sessions/subjects/trend-store.ts";

/** What counting over reports takes. */
export interface TrendDeps extends SubjectDeps {
  trends: TrendStore;
}
