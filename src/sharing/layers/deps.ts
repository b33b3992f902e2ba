import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { AuditStore } from "../../platform/audit/store.ts";
import type { BrowseDeps } from "../../knowledge/attack/deps.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { SessionReadDeps } from "../../reading/sessions/deps.ts";
import type { ReadLayer } from "./navigator/read-navigator.ts";
import type { LayerStore } from "./store.ts";

/** Dependencies of layers: saving, import, migration and combination. */
export interface LayerDeps extends CommitDeps, BrowseDeps, QuotaDeps, SessionReadDeps {
  audit: AuditStore;
  layers: LayerStore;
  readers: { navigator(caller: string, bytes: Uint8Array): Promise<ReadLayer> };
  settings: QuotaDeps["settings"] & { MAX_JSON_BYTES: number };
}
