import { successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { FormerTechnique, OtherReleaseTechnique } from "./schema.ts";

/** The stored status of ids in a release; both lists in the order of the ids. */
export interface Standing {
  /** All ids that the release lacks, including those of other releases. */
  unknown_technique_ids: string[];
  former_techniques: FormerTechnique[];
}

/** The status of ids as returned in responses. */
export interface NamedStanding extends Standing {
  other_release_techniques: OtherReleaseTechnique[];
}

/** Finds the ids that a release lacks or no longer has. Without a release, all are unknown. */
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
 * Names the stored unknown ids that other releases have. This happens for each response, not when a layer is stored,
 * because later releases may name more.
 */
export function nameStanding<T extends Standing & { domain: string; version: string | null }>(
  stored: T,
  known: KnownIds = shippedIds(),
): T & NamedStanding {
  const { domain, version } = stored;
  // Without a release, no id can be missing in it.
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
