import type { BrowseDeps } from "../../deps.ts";
import { activeIdsOf } from "../../ids/resolve-id.ts";
import type { ReleaseIndex } from "../../release-index.ts";
import { type ReleaseQuery, resolveIndex } from "../../resolve-release.ts";
import type { SoftwareType } from "../../vocabulary.ts";
import type { SoftwareObject } from "../browse-store.ts";
import { noSuchObject } from "../no-such-object.ts";
import type { SoftwareDetail, SoftwareListItem } from "../schema.ts";
import { searchIn } from "../search-in.ts";

export interface SoftwareQuery extends ReleaseQuery {
  search?: string | undefined;
  type?: SoftwareType | undefined;
  platform?: string | undefined;
  /** Id of a technique. A revoked id also matches its successors. */
  technique?: string | undefined;
  group?: string | undefined;
}

/** Lists the active malware and tools of a release by name. `search` matches id, name, aliases and description. */
export async function listSoftware(
  deps: BrowseDeps,
  query: SoftwareQuery,
): Promise<SoftwareListItem[]> {
  const index = await resolveIndex(deps, query);
  const rows = await deps.software.listActive(index.release_id, query.group);
  const techniques = techniquesOf(index);
  const users = query.technique === undefined ? null : usersOf(index, query.technique);
  const platform = query.platform?.toLowerCase();
  return searchIn(rows, query.search)
    .filter(({ type }) => query.type === undefined || type === query.type)
    .filter((row) => !platform || row.platforms.some((name) => name.toLowerCase() === platform))
    .filter(({ attack_id: id }) => users === null || users.has(id))
    .map((row) => toListItem(row, index, techniques.get(row.attack_id)?.length ?? 0));
}

/**
 * Returns one malware or tool in full, including former ones, with its `state` and `replaced_by`.
 * @throws AppError `not_found`
 */
export async function readSoftware(
  deps: BrowseDeps,
  query: ReleaseQuery,
  attackId: string,
): Promise<SoftwareDetail> {
  const index = await resolveIndex(deps, query);
  const [found] = await deps.browse.findSoftware(index.release_id, [attackId]);
  if (found === undefined) throw noSuchObject("software", attackId, index, null);
  const [techniques, { groups, campaigns }] = await Promise.all([
    deps.browse.listUsedTechniques(index.release_id, attackId),
    deps.browse.listUsers(index.release_id, attackId),
  ]);
  const { state, replaced_by, stix_id, url, created, external_references } = found;
  return {
    ...toListItem(found, index, techniques.length),
    state,
    replaced_by,
    stix_id,
    url,
    created,
    groups,
    campaigns,
    external_references,
    techniques,
  };
}

function techniquesOf({ software }: ReleaseIndex): Map<string, string[]> {
  return new Map(software.map(({ attack_id, techniques }) => [attack_id, techniques]));
}

/** Returns the ids of software that uses a technique or one of its successors in a release. */
function usersOf(index: ReleaseIndex, techniqueId: string): Set<string> {
  const active = activeIdsOf(techniqueId, index);
  const users = index.software.filter(({ techniques }) =>
    active.some((id) => techniques.includes(id)),
  );
  return new Set(users.map(({ attack_id }) => attack_id));
}

function toListItem(
  row: SoftwareObject,
  index: ReleaseIndex,
  techniqueCount: number,
): SoftwareListItem {
  const { attack_id, name, type, aliases, platforms, description, modified } = row;
  return {
    attack_id,
    name,
    type,
    aliases,
    platforms,
    description,
    domain: index.domain,
    version: index.version,
    technique_count: techniqueCount,
    modified,
  };
}
