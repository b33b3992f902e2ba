import type { ReleaseDiff } from "../../../knowledge/attack/schema.ts";
import type { TouchedTechnique } from "./schema.ts";
import type { TechniqueChange } from "./vocabulary.ts";

/** Returns the techniques of the earlier release that the later one changed in one of these ways, by id. */
export function changedTechniques(
  diff: ReleaseDiff,
  wanted: readonly TechniqueChange[],
): Map<string, TouchedTechnique> {
  const changed = new Map<string, TouchedTechnique>();
  const note = (
    change: TechniqueChange,
    attack_id: string,
    name: string,
    replaced_by: string | null = null,
  ) => {
    if (!wanted.includes(change)) return;
    const known = changed.get(attack_id);
    if (known === undefined) {
      changed.set(attack_id, { attack_id, name, changes: [change], replaced_by });
    } else known.changes.push(change);
  };
  for (const one of diff.revoked) note("revoked", one.attack_id, one.name, one.replaced_by);
  for (const { attack_id: id, name } of diff.deprecated) note("deprecated", id, name);
  for (const { attack_id: id, name } of diff.removed) note("removed", id, name);
  for (const { attack_id: id, from } of diff.renamed) note("renamed", id, from);
  for (const { attack_id: id, name } of diff.tactic_changes) note("moved", id, name);
  for (const { attack_id: id, name } of diff.description_changes ?? []) note("described", id, name);
  return changed;
}
