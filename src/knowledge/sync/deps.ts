import type { JobDeps } from "../../platform/jobs/deps.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { IngestDeps } from "../attack/deps.ts";
import type { SyncedDomain } from "../attack/vocabulary.ts";
import type { BundleStore } from "./bundle-store.ts";
import type { ReadBundles } from "./read-bundles.ts";
import type { UpstreamStore } from "./upstream-store.ts";

/** What receiving releases requires, from upstream or as an upload. */
export interface SyncDeps extends IngestDeps, JobDeps, OutboundDeps {
  bundles: BundleStore;
  /** Null if memory is scarce or the ingest runs elsewhere. */
  readBundles: ReadBundles | null;
  upstream: UpstreamStore;
  settings: OutboundDeps["settings"] & {
    ATTACK_INDEX_URL: string;
    SYNC_DOMAINS: SyncedDomain[];
    UPSTREAM_TIMEOUT_MS: number;
    MAX_IMPORT_BYTES: number;
    MAX_BUNDLE_BYTES: number;
  };
}
