import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { Runtime } from "../../platform/lib/runtime.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { MatchStore } from "./match-store.ts";
import type { ObservableStore } from "./store.ts";
import type { SuppressionStore } from "./suppression-store.ts";
import type { WarningListDeps } from "./warning-lists/deps.ts";

/** Dependencies of the observables module. */
export interface ObservableDeps extends Runtime, CommitDeps, QuotaDeps, WarningListDeps {
  observables: ObservableStore;
  suppressions: SuppressionStore;
  matches: MatchStore;
}
