import type { Report } from "./labelled-reports.ts";
import type { LabelSpace } from "./label-space.ts";
import { outcomeOf, summarise } from "./measure.ts";
import type { Trained } from "./train-model.ts";

/**
 * How much of what the authors of advisories mapped by hand is found without their ids. All
 * techniques count. What the authors left out counts as wrong, so precision is a lower bound.
 */
export function measureAdvisories(
  trained: Trained,
  advisories: readonly Report[],
  space: LabelSpace,
) {
  const outcomes = advisories.map((report) => outcomeOf(trained, report, space));
  const { all_techniques: all, folded_to_parents: parents } = summarise(outcomes);
  return { all: all.document, parents: parents.document };
}
