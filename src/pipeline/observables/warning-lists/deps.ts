import type { WarningListStore } from "./store.ts";

/** Dependencies for looking values up in the warning lists. */
export interface WarningListDeps {
  warningLists: WarningListStore;
  readAsset: (path: string) => Promise<Response>;
  /** Whether memory allows caching them between requests. At the edge, an isolate has 128 MB in total. */
  keepsLists: boolean;
}
