import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { DOMAINS } from "../../knowledge/attack/vocabulary.ts";
import type { Context } from "../../services.ts";
import { KnownNames } from "./names.ts";

/** Opens the names of the current release of each domain that is ingested. */
export async function openKnownNames(context: Context): Promise<KnownNames> {
  const indexes: ReleaseIndex[] = [];
  for (const domain of DOMAINS) {
    const release = await context.releases.find(domain, undefined);
    if (release !== null)
      indexes.push(await context.indexes.get(release.id, release.content_sha256));
  }
  return new KnownNames(indexes);
}
