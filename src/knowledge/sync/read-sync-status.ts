import type { SyncDeps } from "./deps.ts";
import { describeError } from "../../platform/lib/log.ts";
import { checkUpstream } from "./check-upstream.ts";
import { newestOf, planDomain } from "./plan-domain.ts";
import type { SyncStatus } from "./schema.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { SeenIndex } from "./upstream-store.ts";

/** Time limit for a slow upstream in a status request. */
const STATUS_TIMEOUT_MS = 5_000;
/** Prevents a console that polls from sending a request to upstream each time. */
const FRESH_SECONDS = 5;

/**
 * Returns the available release and the newest upstream release per domain. If upstream cannot be reached, its last
 * response is used and `upstream_error` is set.
 */
export async function readSyncStatus(deps: SyncDeps): Promise<SyncStatus> {
  const { index, error } = await askUpstream(deps);
  const [ready, seen] = await Promise.all([deps.releases.listReady(), deps.upstream.listBundles()]);
  const offered = index?.releases ?? [];
  const domains = deps.settings.SYNC_DOMAINS.map((domain) => {
    const own = ready.filter((release) => release.domain === domain);
    const latest = newestOf(offered.filter((release) => release.domain === domain));
    const state = { domain, offered, ready: own, seen };
    return {
      domain,
      current_version: own[0]?.version ?? null,
      latest_version: latest?.version ?? null,
      needs_update: latest !== undefined && planDomain(state, { force: false }).action === "ingest",
      last_ingested: own[0]?.ingested_at ?? null,
      unusable: (index?.skipped ?? [])
        .filter((entry) => entry.domain === domain)
        .map(({ version, reason }) => ({ version, reason })),
    };
  });
  return {
    domains,
    any_updates_needed: domains.some(({ needs_update }) => needs_update),
    checked_at: index?.seen_at ?? null,
    upstream_error: error,
  };
}

async function askUpstream(
  deps: SyncDeps,
): Promise<{ index: SeenIndex | null; error: string | null }> {
  const seen = await deps.upstream.findIndex(deps.settings.ATTACK_INDEX_URL);
  if (seen !== null && seen.seen_at > deps.now(-FRESH_SECONDS)) {
    return { index: seen, error: null };
  }
  try {
    return { index: await checkUpstream(deps, STATUS_TIMEOUT_MS), error: null };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    deps.log("warn", "sync.upstream_failed", describeError(error));
    return { index: seen, error: error.message };
  }
}
