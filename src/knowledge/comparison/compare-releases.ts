import type { ReleaseIndex } from "../attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import { compareGroups } from "./compare-sets.ts";
import type { SimilarityMode } from "./measure.ts";
import type { GroupChange } from "./schema.ts";

type Standing = NonNullable<GroupChange["before"]>;

/**
 * Returns the groups whose rank or similarity changed between two releases, by rank in the second. Those only in the
 * first come last.
 */
export function compareReleases(
  before: ReleaseIndex,
  after: ReleaseIndex,
  techniqueIds: readonly string[],
  mode: SimilarityMode,
): GroupChange[] {
  const old = standings(before, techniqueIds, mode);
  const now = standings(after, techniqueIds, mode);
  const names = new Map([...before.groups, ...after.groups].map((g) => [g.attack_id, g.name]));
  const rankOf = (id: string) => now.get(id)?.rank ?? now.size + (old.get(id)?.rank ?? 0);
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((id) => ({
      group_attack_id: id,
      group_name: names.get(id) ?? id,
      before: old.get(id) ?? null,
      after: now.get(id) ?? null,
    }))
    .filter(({ before: a, after: b }) => a?.rank !== b?.rank || a?.similarity !== b?.similarity)
    .sort(
      (a, b) =>
        rankOf(a.group_attack_id) - rankOf(b.group_attack_id) ||
        compareText(a.group_attack_id, b.group_attack_id),
    );
}

function standings(
  index: ReleaseIndex,
  techniqueIds: readonly string[],
  mode: SimilarityMode,
): Map<string, Standing> {
  const { rows } = compareGroups(index, techniqueIds, index.groups.length, mode);
  return new Map(
    rows.map(({ group_attack_id, similarity, shared_count, shared_techniques }, place) => [
      group_attack_id,
      { rank: place + 1, similarity, shared_count, shared_techniques },
    ]),
  );
}
