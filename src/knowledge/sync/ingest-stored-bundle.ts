import { ingestRelease } from "../attack/ingest-release.ts";
import { readBundle } from "../../formats/stix/read-bundle.ts";
import { ReleaseReading } from "../attack/read-release.ts";
import type { ReleaseIdentity } from "../attack/release-identity.ts";
import type { SyncDeps } from "./deps.ts";
import { atIntervals } from "./at-intervals.ts";
import type { DomainReport } from "./task-progress.ts";

/**
 * Publishes a stored bundle as a release.
 * @throws AppError `not_stix` or `validation_error` if it is not the bundle of such a release
 */
export async function ingestStoredBundle(
  deps: SyncDeps,
  identity: ReleaseIdentity,
  sha256: string,
  report: DomainReport,
): Promise<void> {
  await report({ action: "ingest", stage: "reading", done: 0, total: 0 });
  const reading = deps.readBundles?.take(sha256) ?? (await readStored(deps, sha256));
  const content = await reading.finish(identity);
  await ingestRelease(deps, {
    content,
    origin: "bundle",
    sha256,
    onProgress: atIntervals(deps, async (done, total) => {
      await report({ stage: "storing", done, total });
    }),
  });
}

async function readStored(deps: SyncDeps, sha256: string): Promise<ReleaseReading> {
  const bundle = await deps.bundles.open(sha256);
  if (bundle === null) throw new Error(`R2 has no bundle ${sha256}`);
  const reading = new ReleaseReading();
  for await (const objects of readBundle(bundle)) reading.add(objects);
  return reading;
}

/** Returns whether the available release was created from this exact bundle. */
export async function isIngested(
  deps: SyncDeps,
  { domain, version }: ReleaseIdentity,
  sha256: string,
): Promise<boolean> {
  const release = await deps.releases.find(domain, version);
  if (release?.content_sha256 !== sha256) return false;
  // An earlier version of the program did not store detections.
  return await deps.detections.has(release.id);
}
