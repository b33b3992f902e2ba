import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { type ReleaseQuery, resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN, DOMAINS } from "../../knowledge/attack/vocabulary.ts";
import type { ImportDeps } from "./deps.ts";
import { KnownNames } from "./known-names.ts";

const DEFAULT: ReleaseQuery = { domain: DEFAULT_DOMAIN };

/**
 * Opens the names that an import is read with. The domain that is asked for goes first; every other
 * one answers by its release of the same version, else by its current one.
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
