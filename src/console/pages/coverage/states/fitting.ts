import type { CoveredTechnique } from "../../../api/coverage.ts";
import type { CoverageSearch } from "../search.ts";
import { STATES } from "../words.ts";

/** How strong the square of a technique is: the less is seen of it, the stronger. */
export const SQUARE_SCORES = {
  detected: 0.2,
  rule_without_data: 0.4,
  data_without_rule: 0.7,
  blind: 1,
};

/** The techniques that fit the filters of the page, by state and then by id. */
export function fitting(
  techniques: readonly CoveredTechnique[],
  { state, tactic, search = "" }: CoverageSearch,
): CoveredTechnique[] {
  const wanted = search.trim().toLowerCase();
  const fit = techniques.filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (tactic === undefined || one.tactics.includes(tactic)) &&
      `${one.attack_id} ${one.name}`.toLowerCase().includes(wanted),
  );
  return STATES.flatMap((group) => fit.filter((one) => one.state === group.state));
}
