import type { AuditStore } from "../../platform/audit/store.ts";
import type { JobDeps } from "../../platform/jobs/deps.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { ObservableDeps } from "../observables/deps.ts";
import type { Observable } from "../observables/store.ts";
import type { BootstrapStore } from "./rdap/bootstrap-store.ts";
import type { LockStore } from "./lock-store.ts";
import type { QueryStore } from "./query-store.ts";
import type { ServerLimitStore } from "./server-limit-store.ts";
import type { EnrichmentSettings } from "./settings.ts";
import type { EnrichmentStore } from "./store.ts";

/** Dependencies of enrichment. */
export interface EnrichmentDeps extends JobDeps, OutboundDeps, ObservableDeps, ReleaseDeps {
  enrichments: EnrichmentStore;
  bootstraps: BootstrapStore;
  locks: LockStore;
  serverLimits: ServerLimitStore;
  queries: QueryStore;
  /** Returns whether every report and session that names an observable is TLP:RED. */
  isOnlyRed(observable: Pick<Observable, "report_ids" | "session_ids">): Promise<boolean>;
  /** For the audit entries of the returned records. */
  audit: AuditStore;
  settings: OutboundDeps["settings"] &
    ObservableDeps["settings"] &
    EnrichmentSettings & {
      RDAP_BOOTSTRAP_URL: string;
      RDAP_TIMEOUT_MS: number;
      ENRICHMENT_RETENTION_DAYS: number;
    };
}
