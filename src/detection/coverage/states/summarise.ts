import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { Coverage, CoveredTechnique, StateCounts } from "./schema.ts";

type Judged = Pick<CoveredTechnique, "state" | "detection">;

/** Counts the techniques in each state; `detected` is the sum of `proven` and `should_fire`. */
export function countStates(judged: readonly Judged[]): StateCounts {
  const counts = {
    detected: 0,
    proven: 0,
    should_fire: 0,
    rule_without_data: 0,
    data_without_rule: 0,
    blind: 0,
  };
  for (const { state, detection } of judged) {
    counts[state] += 1;
    if (detection !== null) counts[detection] += 1;
  }
  return counts;
}

/** Counts states by tactic, in matrix order. A technique counts in each of its tactics. */
export function countByTactic(
  techniques: readonly (Judged & Pick<CoveredTechnique, "tactics">)[],
  { tactics }: Pick<ReleaseIndex, "tactics">,
): Coverage["by_tactic"] {
  return tactics.flatMap(({ shortname, name }) => {
    const own = techniques.filter((technique) => technique.tactics.includes(shortname));
    if (own.length === 0) return [];
    return [{ tactic: shortname, name, ...countStates(own) }];
  });
}
