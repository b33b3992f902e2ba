import { compareText } from "../../platform/lib/text.ts";
import { type ElsewhereTechnique, type KnownIds, shippedIds } from "../attack/ids/known-ids.ts";
import { resolveId } from "../attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../attack/release-index.ts";

/** Technique ids resolved in a release. */
export interface ResolvedTechniques {
  /** Active ids, including the successors of revoked ones. */
  active: Set<string>;
  /** Ids that are neither active, replaced nor in another release, sorted. */
  unknown: string[];
  /** Revoked id and successor, sorted, with one pair for each successor. */
  replaced: [string, string][];
  /** Ids that belong to another release or domain, by id. */
  elsewhere: ElsewhereTechnique[];
}

/**
 * Sorts ids into active, replaced, unknown and those of other releases. Duplicates are merged.
 * @param known the ids of other releases, by default those of the shipped table
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
