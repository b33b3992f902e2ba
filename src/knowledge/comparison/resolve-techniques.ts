import type { ReleaseIndex } from "../attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";

/** What a list of technique ids means in a release. */
export interface ResolvedTechniques {
  /** Active ids, those of revoked ones followed to their successors. */
  active: Set<string>;
  /** Ids that the release does not have as active and cannot follow, sorted. */
  unknown: string[];
  /** Revoked id and its successor, sorted. */
  replaced: [string, string][];
}

/** Sorts ids into active, replaced and unknown; duplicates merge. */
export function resolveTechniques(ids: readonly string[], index: ReleaseIndex): ResolvedTechniques {
  const resolved: ResolvedTechniques = { active: new Set(), unknown: [], replaced: [] };
  for (const id of [...new Set(ids)].sort(compareText)) {
    const successor = index.replacements.get(id);
    if (index.techniques.has(id)) resolved.active.add(id);
    else if (successor === undefined) resolved.unknown.push(id);
    else {
      resolved.active.add(successor);
      resolved.replaced.push([id, successor]);
    }
  }
  return resolved;
}
