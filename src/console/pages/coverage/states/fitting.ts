import type { CoveredTechnique } from "../../../api/coverage.ts";
import type { CoverageSearch } from "../search.ts";
import { standingOf, STATES } from "../words.ts";

/** The intensity of a technique's square. Lower coverage gives a stronger color. */
export const SQUARE_SCORES = {
  proven: 0.1,
  should_fire: 0.3,
  rule_without_data: 0.5,
  data_without_rule: 0.7,
  blind: 1,
};

/** Returns the techniques that match the page filters, by state and then by id. */
export function fitting(
  techniques: readonly CoveredTechnique[],
  { state, tactic, search = "" }: CoverageSearch,
): CoveredTechnique[] {
  const wanted = search.trim().toLowerCase();
  const fit = techniques.filter(
    (one) =>
      (state === undefined || standingOf(one) === state) &&
      (tactic === undefined || one.tactics.includes(tactic)) &&
      `${one.attack_id} ${one.name}`.toLowerCase().includes(wanted),
  );
  return STATES.flatMap((group) => fit.filter((one) => standingOf(one) === group.state));
}
