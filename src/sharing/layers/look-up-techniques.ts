import { successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { FormerTechnique, OtherReleaseTechnique } from "./schema.ts";

/** What ids mean in a release as it is stored; both lists in the order of the ids. */
export interface Standing {
  /** All that the release does not have, those that belong to other releases included. */
  unknown_technique_ids: string[];
  former_techniques: FormerTechnique[];
}

/** The same as it is answered. */
export interface NamedStanding extends Standing {
  other_release_techniques: OtherReleaseTechnique[];
}

/** Finds which ids a release does not have or no longer has; without one all are unknown. */
export function lookUpTechniques(ids: readonly string[], index: ReleaseIndex | null): Standing {
  const standing: Standing = { unknown_technique_ids: [], former_techniques: [] };
  for (const attack_id of ids) {
    if (index?.techniques.has(attack_id) === true) continue;
    const successors = index === null ? [] : successorsIn(index, attack_id);
    const [replaced_by = null] = successors;
    const state = replaced_by === null ? index?.inactive.get(attack_id) : "revoked";
    if (state === undefined) standing.unknown_technique_ids.push(attack_id);
    else {
      const several = successors.length > 1 && { successors: [...successors] };
      standing.former_techniques.push({ attack_id, state, replaced_by, ...several });
    }
  }
  return standing;
}

/**
 * Names those of the stored unknown ids that other releases know. That is done for each answer, not
 * when a layer is stored: a release that comes later names more.
 */
export function nameStanding<T extends Standing & { domain: string; version: string | null }>(
  stored: T,
  known: KnownIds = shippedIds(),
): T & NamedStanding {
  const { domain, version } = stored;
  // Without a release there is none that an id could be missing in.
  if (version === null) return { ...stored, other_release_techniques: [] };
  const others = stored.unknown_technique_ids.flatMap(
    (id) => known.elsewhere(id, { domain, version }) ?? [],
  );
  const named = new Set(others.map(({ attack_id: id }) => id));
  return {
    ...stored,
    unknown_technique_ids: stored.unknown_technique_ids.filter((id) => !named.has(id)),
    other_release_techniques: others,
  };
}
