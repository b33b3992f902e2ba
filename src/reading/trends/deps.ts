import type { SubjectDeps } from "../sessions/subjects/refresh-subjects.ts";
import type { TrendStore } from "../sessions/subjects/trend-store.ts";

/** Dependencies for counting over reports. */
export interface TrendDeps extends SubjectDeps {
  trends: TrendStore;
}
