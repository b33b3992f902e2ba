import { compareText } from "../../platform/lib/text.ts";
import { type ElsewhereTechnique, type KnownIds, shippedIds } from "../attack/ids/known-ids.ts";
import { resolveId } from "../attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../attack/release-index.ts";

/** What a list of technique ids means in a release. */
export interface ResolvedTechniques {
  /** Active ids, those of revoked ones followed to their successors. */
  active: Set<string>;
  /** Ids that the release does not have as active and cannot follow, nor another release names; sorted. */
  unknown: string[];
  /** Revoked id and its successor, sorted; as many pairs as it has successors. */
  replaced: [string, string][];
  /** Ids that belong to another release or domain, by id. */
  elsewhere: ElsewhereTechnique[];
}

/**
 * Sorts ids into active, replaced, unknown and those of other releases; duplicates merge.
 * @param known the ids of other releases; without them those of the shipped table
 */
export function resolveTechniques(
  ids: readonly string[],
  index: ReleaseIndex,
  known: KnownIds = shippedIds(),
): ResolvedTechniques {
  const resolved: ResolvedTechniques = {
    active: new Set(),
    unknown: [],
    replaced: [],
    elsewhere: [],
  };
  for (const id of [...new Set(ids)].sort(compareText)) {
    const meaning = resolveId(id, index, known);
    if (meaning.kind === "active") resolved.active.add(id);
    else if (meaning.kind === "elsewhere") resolved.elsewhere.push(meaning.technique);
    else if (meaning.kind !== "followed") resolved.unknown.push(id);
    else {
      for (const successor of meaning.successors) {
        resolved.active.add(successor);
        resolved.replaced.push([id, successor]);
      }
    }
  }
  return resolved;
}
