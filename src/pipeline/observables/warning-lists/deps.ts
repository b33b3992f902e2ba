import type { WarningListStore } from "./store.ts";

/** What looking values up in the warning lists takes. */
export interface WarningListDeps {
  warningLists: WarningListStore;
  readAsset: (path: string) => Promise<Response>;
}
