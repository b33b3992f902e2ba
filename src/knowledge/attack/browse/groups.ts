import type { BrowseDeps } from "../deps.ts";
import type { ReleaseIndex } from "../release-index.ts";
import { type ReleaseQuery, resolveIndex } from "../resolve-release.ts";
import type { GroupObject } from "./browse-store.ts";
import { noSuchObject } from "./no-such-object.ts";
import { searchIn } from "./search-in.ts";
import type { GroupDetail, GroupListItem } from "./schema.ts";

/** Lists the groups of a release by name. `search` matches id, name, aliases and description. */
export async function listGroups(
  deps: BrowseDeps,
  query: ReleaseQuery & { search?: string | undefined },
): Promise<GroupListItem[]> {
  const index = await resolveIndex(deps, query);
  const rows = searchIn(await deps.browse.listGroups(index.release_id), query.search);
  const sizes = new Map(index.groups.map((group) => [group.attack_id, group.techniques.length]));
  return rows.map((row) => toListItem(row, index, sizes.get(row.attack_id) ?? 0));
}

/**
 * Returns one active group in full.
 * @throws AppError `not_found`, which names the successor of a revoked group
 */
export async function readGroup(
  deps: BrowseDeps,
  query: ReleaseQuery,
  attackId: string,
): Promise<GroupDetail> {
  const index = await resolveIndex(deps, query);
  const group = await deps.browse.findGroup(index.release_id, attackId);
  if (group === null || group.state !== "active") {
    throw noSuchObject("group", attackId, index, group);
  }
  const [techniques, software, campaigns] = await Promise.all([
    deps.browse.listUsedTechniques(index.release_id, attackId),
    deps.browse.listUsedSoftware(index.release_id, attackId),
    deps.browse.listCampaignsOf(index.release_id, attackId),
  ]);
  return {
    ...toListItem(group, index, techniques.length),
    stix_id: group.stix_id,
    url: group.url,
    created: group.created,
    campaigns,
    software,
    tactic_counts: countTactics(techniques, index),
    external_references: group.external_references,
    techniques,
  };
}

function toListItem(
  group: GroupObject,
  index: ReleaseIndex,
  techniqueCount: number,
): GroupListItem {
  return {
    attack_id: group.attack_id,
    name: group.name,
    aliases: group.aliases,
    description: group.description,
    domain: index.domain,
    version: index.version,
    technique_count: techniqueCount,
    modified: group.modified,
  };
}

function countTactics(techniques: { tactics: string[] }[], index: ReleaseIndex) {
  const counts = index.tactics.map(({ shortname }): [string, number] => [
    shortname,
    techniques.filter(({ tactics }) => tactics.includes(shortname)).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
