import type { WorkspaceVersion } from "../../platform/d1/workspace-version.ts";
import type { ExportDeps } from "../../sharing/exports/deps.ts";
import type { Observable } from "../../pipeline/observables/store.ts";
import type { RecentReport } from "./recent-report.ts";
import type { LedgerStore } from "./store.ts";

/** Dependencies of sharing reports by TAXII. */
export interface TaxiiDeps extends ExportDeps {
  taxii: LedgerStore;
  recentReport: RecentReport;
  workspaceVersion: Pick<WorkspaceVersion, "read">;
  observables: {
    findAll(ids: readonly string[]): Promise<Observable[]>;
    listMentions(
      values: readonly Pick<Observable, "kind" | "normalized_value">[],
    ): Promise<{ session_ids: string[] }[]>;
  };
  settings: ExportDeps["settings"] & { TAXII_SHARE_RED: boolean; MAX_JSON_BYTES: number };
}
