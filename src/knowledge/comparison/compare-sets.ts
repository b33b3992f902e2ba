import type { KnownIds } from "../attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../attack/release-index.ts";
import { measureOf, type SimilarityMode } from "./measure.ts";
import { rank } from "./rank.ts";
import { type ResolvedTechniques, resolveTechniques } from "./resolve-techniques.ts";
import type { CampaignRow, GroupRow } from "./schema.ts";

/** Rows, best first, and how the query's ids were resolved. */
export interface Comparison<T> {
  rows: T[];
  resolved: ResolvedTechniques;
}

/**
 * Ranks the groups of a release that share techniques with the ids, which may be in any state.
 * @param known the ids of other releases, by default those of the shipped table
 */
export function compareGroups(
  index: ReleaseIndex,
  techniqueIds: readonly string[],
  topN: number,
  mode: SimilarityMode = "jaccard",
  known?: KnownIds,
): Comparison<GroupRow> {
  const resolved = resolveTechniques(techniqueIds, index, known);
  const ranked = rank(resolved.active, index.groups, measureOf(mode, index)).slice(0, topN);
  const rows = ranked.map(({ entry, similarity, shared }) => ({
    group_attack_id: entry.attack_id,
    group_name: entry.name,
    similarity,
    shared_count: shared.length,
    shared_techniques: shared,
  }));
  return { rows, resolved };
}

/** Ranks the campaigns of a release in the same way. */
export function compareCampaigns(
  index: ReleaseIndex,
  techniqueIds: readonly string[],
  topN: number,
  mode: SimilarityMode = "jaccard",
  known?: KnownIds,
): Comparison<CampaignRow> {
  const resolved = resolveTechniques(techniqueIds, index, known);
  const ranked = rank(resolved.active, index.campaigns, measureOf(mode, index)).slice(0, topN);
  const rows = ranked.map(({ entry, similarity, shared }) => ({
    campaign_attack_id: entry.attack_id,
    campaign_name: entry.name,
    group_names: entry.group_names,
    first_seen: entry.first_seen,
    last_seen: entry.last_seen,
    similarity,
    shared_count: shared.length,
    shared_techniques: shared,
  }));
  return { rows, resolved };
}
