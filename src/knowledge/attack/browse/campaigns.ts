import type { BrowseDeps } from "../deps.ts";
import type { ReleaseIndex } from "../release-index.ts";
import { type ReleaseQuery, resolveIndex } from "../resolve-release.ts";
import type { CampaignObject } from "./browse-store.ts";
import { noSuchObject } from "./no-such-object.ts";
import { searchIn } from "./search-in.ts";
import type { CampaignDetail, CampaignListItem } from "./schema.ts";

/** Lists the campaigns of a release by name. `group_id` filters by the group they are attributed to. */
export async function listCampaigns(
  deps: BrowseDeps,
  query: ReleaseQuery & { search?: string | undefined; group_id?: string | undefined },
): Promise<CampaignListItem[]> {
  const index = await resolveIndex(deps, query);
  const rows = await deps.browse.listCampaigns(index.release_id, query.group_id);
  return searchIn(rows, query.search).map((row) => toListItem(row, index));
}

/**
 * Returns one active campaign in full.
 * @throws AppError `not_found`
 */
export async function readCampaign(
  deps: BrowseDeps,
  query: ReleaseQuery,
  attackId: string,
): Promise<CampaignDetail> {
  const index = await resolveIndex(deps, query);
  const campaign = await deps.browse.findCampaign(index.release_id, attackId);
  if (campaign === null || campaign.state !== "active") {
    throw noSuchObject("campaign", attackId, index, campaign);
  }
  const [techniques, software, groups] = await Promise.all([
    deps.browse.listUsedTechniques(index.release_id, attackId),
    deps.browse.listUsedSoftware(index.release_id, attackId),
    deps.browse.listGroupsOf(index.release_id, attackId),
  ]);
  const { stix_id, url, created, modified, aliases, external_references } = campaign;
  return {
    ...toListItem(campaign, index),
    aliases,
    stix_id,
    url,
    created,
    modified,
    groups,
    software,
    external_references,
    techniques,
  };
}

function toListItem(campaign: CampaignObject, index: ReleaseIndex): CampaignListItem {
  const { attack_id, name, description, first_seen, last_seen } = campaign;
  const indexed = index.campaigns.find((entry) => entry.attack_id === attack_id);
  return {
    attack_id,
    name,
    description,
    first_seen,
    last_seen,
    domain: index.domain,
    version: index.version,
    technique_count: indexed?.techniques.length ?? 0,
    group_names: indexed?.group_names ?? [],
  };
}
