import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { unknownDomain } from "../../knowledge/attack/release-identity.ts";
import { type ReleaseQuery, resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { LayerDeps } from "./deps.ts";
import { isLayerDomain } from "./vocabulary.ts";

/**
 * Opens the release in which a layer's ids are resolved: the given version, else the current one. Returns null if the
 * domain has none, which does not prevent saving a layer.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty` for a version of a domain without
 * releases
 */
export async function openRelease(
  deps: LayerDeps,
  { domain, version }: ReleaseQuery,
): Promise<ReleaseIndex | null> {
  requireLayerDomain(domain);
  if (version !== undefined) return await resolveIndex(deps, { domain, version });
  const current = await deps.releases.find(domain, undefined);
  return current && (await deps.indexes.get(current.id, current.content_sha256));
}

/** @throws AppError `unknown_domain` */
export function requireLayerDomain(domain: string): void {
  if (!isLayerDomain(domain)) throw unknownDomain(domain);
}
