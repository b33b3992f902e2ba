import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { DOMAINS } from "../../knowledge/attack/vocabulary.ts";
import type { ImportDeps } from "./deps.ts";
import { KnownNames } from "./known-names.ts";

/** Opens the names of the current release of each domain that is ingested. */
export async function openKnownNames(deps: ImportDeps): Promise<KnownNames> {
  const indexes: ReleaseIndex[] = [];
  for (const domain of DOMAINS) {
    const release = await deps.releases.find(domain, undefined);
    if (release !== null) indexes.push(await deps.indexes.get(release.id, release.content_sha256));
  }
  return new KnownNames(indexes);
}
