import type { DetectionDeps } from "../../../knowledge/attack/deps.ts";
import type { CommitDeps } from "../../../platform/audit/commit.ts";
import type { LogSourceStore } from "./store.ts";

/** Dependencies of the log inventory. */
export interface LogSourceDeps extends CommitDeps, DetectionDeps {
  logSources: LogSourceStore;
  settings: { MAX_JSON_BYTES: number };
}
