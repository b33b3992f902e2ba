import { collectionOf, type ReleaseIdentity } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { atIntervals } from "./at-intervals.ts";
import { conditionsOf } from "./check-upstream.ts";
import { downloadBundle } from "./download-bundle.ts";
import { ingestStoredBundle, isIngested } from "./ingest-stored-bundle.ts";
import { planDomain, type SyncOptions } from "./plan-domain.ts";
import type { UpstreamRelease } from "./read-index.ts";
import type { DomainReport } from "./task-progress.ts";
import type { SeenBundle } from "./upstream-store.ts";

/**
 * Updates one domain to upstream's newest release, or backfills the requested one.
 * @throws OutboundError, or AppError `not_stix` and `validation_error` if the bundle is unusable
 */
export async function syncDomain(
  deps: SyncDeps,
  domain: string,
  offered: readonly UpstreamRelease[],
  options: SyncOptions,
  report: DomainReport,
): Promise<void> {
  const [ready, seen] = await Promise.all([
    deps.releases.listReady(domain),
    deps.upstream.listBundles(),
  ]);
  const { action, release } = planDomain({ domain, offered, ready, seen }, options);
  if (action === "none") {
    return await report({ action, version: release.version, stage: "complete" });
  }
  await report({ action, version: release.version, stage: "downloading", done: 0, total: 0 });
  const bundle = await fetchBundle(deps, release, report);
  if (options.force || !(await isIngested(deps, release, bundle.sha256))) {
    await ingestStoredBundle(deps, identityOf(release), bundle.sha256, report);
  } else await report({ action: "none" });
  await deps.upstream.saveBundle({ ...bundle, ingested_modified: release.modified });
  await report({ stage: "complete" });
}

/** Downloads the bundle to object storage, unless the stored one has not changed. */
async function fetchBundle(
  deps: SyncDeps,
  release: UpstreamRelease,
  report: DomainReport,
): Promise<SeenBundle> {
  const { url } = release;
  const seen = await deps.upstream.findBundle(url);
  const isKept = seen !== null && (await deps.bundles.has(seen.sha256));
  const name = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url));
  const download = await downloadBundle(deps, {
    url,
    upload: toHex(name),
    conditions: conditionsOf(isKept ? seen : null),
    onBytes: atIntervals(deps, async (done, total) => await report({ done, total })),
  });
  if (download === null) return seen ?? Promise.reject(new Error(`${url}: 304 unasked`));
  const { sha256, collection, etag, last_modified } = download;
  // Throws if it is another release than the index states.
  collectionOf(collection, identityOf(release));
  const bundle = { url, etag, last_modified, sha256, ingested_modified: null };
  await deps.upstream.saveBundle(bundle);
  return bundle;
}

function identityOf({ domain, version }: UpstreamRelease): ReleaseIdentity {
  return { domain, version };
}
