import type { WarningListStore } from "./store.ts";

/** What looking values up in the warning lists takes. */
export interface WarningListDeps {
  warningLists: WarningListStore;
  readAsset: (path: string) => Promise<Response>;
  /** Whether there is room for them between two requests: at the edge an isolate has 128 MB for everything. */
  keepsLists: boolean;
}
