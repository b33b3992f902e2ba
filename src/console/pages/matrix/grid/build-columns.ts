import type { Schema } from "../../../api/client.ts";

export type Technique = Schema<"TechniqueListItem">;
export type Tactic = Schema<"Tactic">;

/** A technique in a tactic, with its sub-techniques there. */
export interface Row {
  technique: Technique;
  subs: readonly Technique[];
  /** Shown only because a sub-technique matches the filter. */
  isPassedBy: boolean;
}

/** A tactic of the release. */
export interface Column {
  tactic: Tactic;
  rows: readonly Row[];
}

/**
 * Returns the matrix of a release. A technique with several tactics appears in each, with its sub-techniques
 * below.
 */
export function buildColumns(
  tactics: readonly Tactic[],
  techniques: readonly Technique[],
): Column[] {
  return tactics.map((tactic) => {
    const here = techniques.filter((one) => one.tactics.includes(tactic.shortname));
    const ids = new Set(here.map(({ attack_id }) => attack_id));
    const isBelow = (one: Technique) => one.is_subtechnique && ids.has(parentOf(one.attack_id));
    const subs = Map.groupBy(here.filter(isBelow), ({ attack_id }) => parentOf(attack_id));
    const rows = here
      .filter((one) => !isBelow(one))
      .sort((a, b) => a.name.localeCompare(b.name))
      .map((technique) => ({
        technique,
        subs: (subs.get(technique.attack_id) ?? []).sort(byId),
        isPassedBy: false,
      }));
    return { tactic, rows };
  });
}

/** Returns the technique id of a sub-technique. */
export function parentOf(attackId: string): string {
  return attackId.slice(0, attackId.lastIndexOf("."));
}

function byId(a: Technique, b: Technique): number {
  return a.attack_id < b.attack_id ? -1 : 1;
}
