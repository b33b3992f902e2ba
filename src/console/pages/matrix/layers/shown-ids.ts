import type { Column } from "../grid/build-columns.ts";
import type { Scores } from "../overlays/combine-scores.ts";

/** Returns the techniques that match the filters, including folded ones; with scores, only those with one. */
export function shownIds(columns: readonly Column[], scores: Scores | null): string[] {
  const ids = columns.flatMap(({ rows }) =>
    rows.flatMap(({ technique, subs, isPassedBy }) =>
      (isPassedBy ? subs : [technique, ...subs]).map(({ attack_id }) => attack_id),
    ),
  );
  const passing = scores === null ? ids : ids.filter((id) => scores.has(id));
  return [...new Set(passing)].sort();
}
