import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Coverage, CoveredTechnique, StateCounts } from "./schema.ts";
import type { CoverageState } from "./vocabulary.ts";

/** How many of each state there are. */
export function countStates(states: Iterable<CoverageState>): StateCounts {
  const counts = { detected: 0, rule_without_data: 0, data_without_rule: 0, blind: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}

/** The same for each tactic that has one, in matrix order; a technique counts in each of its tactics. */
export function countByTactic(
  techniques: readonly Pick<CoveredTechnique, "tactics" | "state">[],
  { tactics }: Pick<ReleaseIndex, "tactics">,
): Coverage["by_tactic"] {
  return tactics.flatMap(({ shortname, name }) => {
    const own = techniques.filter((technique) => technique.tactics.includes(shortname));
    if (own.length === 0) return [];
    return [{ tactic: shortname, name, ...countStates(own.map(({ state }) => state)) }];
  });
}
