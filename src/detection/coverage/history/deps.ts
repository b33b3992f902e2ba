import type { CommitDeps } from "../../../platform/audit/commit.ts";
import type { CoverageDeps } from "../states/deps.ts";
import type { SnapshotStore } from "./store.ts";

/** Dependencies of the coverage history. */
export interface CoverageHistoryDeps extends CoverageDeps, CommitDeps {
  coverageSnapshots: SnapshotStore;
}
