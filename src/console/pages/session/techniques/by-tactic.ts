import type { Schema } from "../../../api/client.ts";

export type Technique = Schema<"TechniqueResult">;

export interface TacticGroup {
  shortname: string;
  name: string;
  techniques: Technique[];
}

/** Techniques by tactic in the order of the matrix, surest first; tactics the release lacks come last. */
export function groupByTactic(
  techniques: readonly Technique[],
  tactics: readonly { shortname: string; name: string }[],
): TacticGroup[] {
  const byTactic = Map.groupBy(techniques, ({ tactic }) => tactic);
  const known = tactics.flatMap(({ shortname, name }) => {
    const found = byTactic.get(shortname);
    byTactic.delete(shortname);
    return found === undefined ? [] : [{ shortname, name, techniques: bySureness(found) }];
  });
  const others = [...byTactic].map(([shortname, found]) => ({
    shortname,
    name: shortname,
    techniques: bySureness(found),
  }));
  return [...known, ...others];
}

function bySureness(techniques: readonly Technique[]): Technique[] {
  return [...techniques].sort((a, b) => b.confidence - a.confidence);
}
