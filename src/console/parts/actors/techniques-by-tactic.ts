export interface Tactic {
  shortname: string;
  name: string;
}

export interface InTactic<T> extends Tactic {
  techniques: T[];
}

/** Returns techniques under each of their tactics, in matrix order and then by id. */
export function techniquesByTactic<T extends { attack_id: string; tactics: readonly string[] }>(
  techniques: readonly T[],
  tactics: readonly Tactic[],
): InTactic<T>[] {
  const known = new Set(tactics.map(({ shortname }) => shortname));
  const others = new Set(techniques.flatMap((one) => one.tactics.filter((it) => !known.has(it))));
  const all = [...tactics, ...[...others].map((name) => ({ shortname: name, name }))];
  return all
    .map(({ shortname, name }) => ({
      shortname,
      name,
      techniques: techniques
        .filter((one) => one.tactics.includes(shortname))
        .sort((a, b) => a.attack_id.localeCompare(b.attack_id)),
    }))
    .filter((tactic) => tactic.techniques.length > 0);
}
