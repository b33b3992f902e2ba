import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { resolveRelease } from "../../knowledge/attack/resolve-release.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import { composeDossier } from "./compose-dossier.ts";
import type { DossierDeps } from "./deps.ts";
import { noSuchDossier } from "./dossier-errors.ts";
import { dossierEtag } from "./dossier-state.ts";
import type { PresentSession } from "./present-session.ts";
import type { Dossier } from "./schema.ts";
import { toListItem } from "./store.ts";

/** A dossier, and its entity tag. */
export interface DossierState {
  dossier: Dossier;
  etag: string;
}

/**
 * Builds a dossier from its current sessions. Stores nothing, so it reflects every review. Deleted, failed and
 * unfinished sessions are listed but do not count.
 * @param version the release that ids are mapped to, by default the newest of the sessions
 * @throws AppError `not_found`, `version_not_found`
 */
export async function readDossier(
  deps: DossierDeps,
  dossierId: string,
  version?: string,
): Promise<DossierState> {
  const row = await deps.dossiers.find(dossierId);
  if (row === null) throw noSuchDossier(dossierId);
  const found = await deps.sessions.findAll(row.session_ids);
  const completed = found.filter(({ status }) => status === "completed");
  const techniques = Map.groupBy(
    await deps.sessionTechniques.listBriefly(completed.map(({ id }) => id)),
    ({ session_id: id }) => id,
  );
  const held = found.map((session) => ({ session, techniques: techniques.get(session.id) ?? [] }));
  const counting = held.filter(({ session }) => session.status === "completed");
  const releases = await openReleases(deps, counting, version);
  const known = await deps.knownIds.open();
  const countingIds = new Set(counting.map(({ session }) => session.id));
  const shared = await deps.sharedObservables(row.session_ids.filter((id) => countingIds.has(id)));
  const dossier = composeDossier(toListItem(row), held, releases, known, shared);
  return { dossier, etag: dossierEtag(row) };
}

/** Returns the release for each domain: the requested one, else the newest of its sessions, else the current one. */
async function openReleases(
  deps: DossierDeps,
  held: readonly PresentSession[],
  asked: string | undefined,
): Promise<Map<string, ReleaseIndex>> {
  const indexes = new Map<string, ReleaseIndex>();
  const domains = Map.groupBy(held, ({ session }) => session.domain);
  const published = await deps.published.list();
  const has = (version: string, domain: string) =>
    published.some((release) => release.domain === domain && release.version === version);
  // With several domains, a version of one of them is enough.
  const [main] = domains.keys();
  if (asked !== undefined && ![...domains.keys()].some((domain) => has(asked, domain))) {
    await resolveRelease(deps, { domain: main ?? DEFAULT_DOMAIN, version: asked });
  }
  for (const [domain, sessions] of domains) {
    const own = sessions.map(({ session }) => session.version);
    const versions = new Set(asked !== undefined && has(asked, domain) ? [asked] : own);
    const releases = published.filter((release) => release.domain === domain);
    // Newest first.
    const release = releases.find(({ version }) => versions.has(version)) ?? releases[0];
    if (release === undefined) continue;
    indexes.set(domain, await deps.indexes.get(release.id, release.content_sha256));
  }
  return indexes;
}
