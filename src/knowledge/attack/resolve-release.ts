import type { ReleaseDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { unknownDomain } from "./release-identity.ts";
import type { ReleaseIndex } from "./release-index.ts";
import type { Release } from "./release-store.ts";
import { isDomain } from "./vocabulary.ts";

/** The release that a request names. */
export interface ReleaseQuery {
  domain: string;
  version?: string | undefined;
}

/**
 * Finds the release of a request. A request does this once, so that it sees one release even while another becomes
 * current.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function resolveRelease(
  deps: ReleaseDeps,
  { domain, version }: ReleaseQuery,
): Promise<Release> {
  if (!isDomain(domain)) throw unknownDomain(domain);
  const release = await deps.published.find(domain, version);
  if (release !== null) return release;
  const known = (await deps.published.list()).filter((other) => other.domain === domain);
  if (version === undefined || known.length === 0) {
    throw new AppError(
      "knowledge_base_empty",
      `No release of ${domain} is ingested yet; send a bundle to POST /api/sync/bundles, or run npm run ingest -- <file>.`,
    );
  }
  throw new AppError(
    "version_not_found",
    `Version '${version}' of ${domain} is not ingested; there are ${known.map((r) => r.version).join(", ")}.`,
  );
}

/** Finds the release of a request and returns its index. */
export async function resolveIndex(deps: ReleaseDeps, query: ReleaseQuery): Promise<ReleaseIndex> {
  const release = await resolveRelease(deps, query);
  return await deps.indexes.get(release.id, release.content_sha256);
}
