import type { ReleaseDeps } from "../../knowledge/attack/deps.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";

/**
 * Returns the release whose groups a session is compared with: its own, or if that was removed, the current one of its
 * domain. Null if the domain has none.
 */
export async function findLeadsRelease(
  deps: ReleaseDeps,
  domain: string,
  version: string,
): Promise<ReleaseIndex | null> {
  const own = await deps.published.find(domain, version);
  const release = own ?? (await deps.published.find(domain, undefined));
  return release && (await deps.indexes.get(release.id, release.content_sha256));
}
