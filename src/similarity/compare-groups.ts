import type { ReleaseIndex } from "../attack/release-index.ts";
import { rank } from "./rank.ts";
import { type ResolvedTechniques, resolveTechniques } from "./resolve-techniques.ts";
import type { GroupRow } from "./schema.ts";

/** Groups that share techniques with the query, best first, and what became of the query's ids. */
export interface GroupComparison {
  rows: GroupRow[];
  resolved: ResolvedTechniques;
}

/** Ranks the groups of a release against technique ids in any state. */
export function compareGroups(
  index: ReleaseIndex,
  techniqueIds: readonly string[],
  topN: number,
): GroupComparison {
  const resolved = resolveTechniques(techniqueIds, index);
  const rows = rank(resolved.active, index.groups, topN).map(({ entry, similarity, shared }) => ({
    group_attack_id: entry.attack_id,
    group_name: entry.name,
    similarity,
    shared_count: shared.length,
    shared_techniques: shared,
  }));
  return { rows, resolved };
}
