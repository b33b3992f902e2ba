import type { IndexedTactic } from "../../../knowledge/attack/release-index.ts";

/** The techniques of a tactic. */
export interface TacticGroup<T> {
  shortname: string;
  name: string;
  members: T[];
}

/** Groups techniques by tactic: every tactic of the release in matrix order, then others by slug. */
export function groupByTactic<T extends { tactic: string }>(
  techniques: readonly T[],
  tactics: readonly IndexedTactic[],
): TacticGroup<T>[] {
  const groups = Map.groupBy(techniques, ({ tactic }) => tactic);
  const known = tactics.map(({ shortname, name }) => ({ shortname, name }));
  const others = [...groups.keys()]
    .filter((slug) => !known.some(({ shortname }) => shortname === slug))
    .sort()
    .map((slug) => ({ shortname: slug, name: slug === "" ? "Without a tactic" : slug }));
  return [...known, ...others].map((tactic) => ({
    ...tactic,
    members: groups.get(tactic.shortname) ?? [],
  }));
}
