import type { Runtime } from "../../platform/lib/runtime.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { MatchStore } from "./match-store.ts";
import type { ObservableStore } from "./store.ts";

/** What keeping observables takes. */
export interface ObservableDeps extends Runtime, QuotaDeps {
  observables: ObservableStore;
  matches: MatchStore;
}
