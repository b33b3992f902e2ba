import type { AuditStore } from "../../platform/audit/store.ts";
import type { JobDeps } from "../../platform/jobs/deps.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { ObservableDeps } from "../observables/deps.ts";
import type { BootstrapStore } from "./bootstrap-store.ts";
import type { LockStore } from "./lock-store.ts";
import type { ServerLimitStore } from "./server-limit-store.ts";
import type { EnrichmentStore } from "./store.ts";

/** What asking registries about observables takes. */
export interface EnrichmentDeps extends JobDeps, OutboundDeps, ObservableDeps {
  enrichments: EnrichmentStore;
  bootstraps: BootstrapStore;
  locks: LockStore;
  serverLimits: ServerLimitStore;
  /** For the entries of the records that are shown. */
  audit: AuditStore;
  settings: OutboundDeps["settings"] &
    ObservableDeps["settings"] & {
      RDAP_BOOTSTRAP_URL: string;
      RDAP_TIMEOUT_MS: number;
      ENRICHMENT_RETENTION_DAYS: number;
    };
}
