import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { type ReleaseQuery, resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN, DOMAINS } from "../../knowledge/attack/vocabulary.ts";
import type { ImportDeps } from "./deps.ts";
import { KnownNames } from "./known-names.ts";

const DEFAULT: ReleaseQuery = { domain: DEFAULT_DOMAIN };

/**
 * Opens the names for an import. The requested domain comes first. Every other domain uses its release of the same
 * version, or else its current one.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function openKnownNames(
  deps: ImportDeps,
  { domain, version }: ReleaseQuery = DEFAULT,
): Promise<KnownNames> {
  const isAsked = domain !== DEFAULT_DOMAIN || version !== undefined;
  if (isAsked) await resolveRelease(deps, { domain, version });
  const indexes: ReleaseIndex[] = [];
  for (const one of [domain, ...DOMAINS.filter((other) => other !== domain)]) {
    const release =
      (await deps.releases.find(one, version)) ?? (await deps.releases.find(one, undefined));
    if (release !== null) indexes.push(await deps.indexes.get(release.id, release.content_sha256));
  }
  return new KnownNames(indexes, await deps.knownIds.open());
}
