import type { TechniqueResult } from "../../../reading/sessions/schema.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { tacticName } from "./release-facts.ts";

/** How many techniques serve each tactic, by the tactic's name: every tactic that the release gives them. */
export function countTactics(
  techniques: readonly TechniqueResult[],
  index: ReleaseIndex,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { attack_id: id, tactic } of techniques) {
    const slugs = index.techniques.get(id)?.tactics ?? [];
    for (const slug of new Set(slugs.length === 0 ? [tactic] : slugs)) {
      const name = tacticName(index, slug);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}
