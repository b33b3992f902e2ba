import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { FormerTechnique } from "./schema.ts";

/** What ids mean in a release; both lists in the order of the ids. */
export interface Standing {
  unknown_technique_ids: string[];
  former_techniques: FormerTechnique[];
}

/** Finds which ids a release does not have or no longer has; without one all are unknown. */
export function lookUpTechniques(ids: readonly string[], index: ReleaseIndex | null): Standing {
  const standing: Standing = { unknown_technique_ids: [], former_techniques: [] };
  for (const attack_id of ids) {
    if (index?.techniques.has(attack_id) === true) continue;
    const successor = index?.replacements.get(attack_id) ?? null;
    const state = successor === null ? index?.inactive.get(attack_id) : "revoked";
    if (state === undefined) standing.unknown_technique_ids.push(attack_id);
    else standing.former_techniques.push({ attack_id, state, replaced_by: successor });
  }
  return standing;
}
