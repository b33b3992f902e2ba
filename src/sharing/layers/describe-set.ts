import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import { lookUpTechniques, type Standing } from "./look-up-techniques.ts";

/** A technique set as stored in layers, with the status of its ids in the release. */
export interface DescribedSet extends Standing {
  version: string | null;
  technique_ids: string[];
}

/** Sorts and deduplicates ids and looks them up. `index` is null if the domain has no release. */
export function describeSet(ids: Iterable<string>, index: ReleaseIndex | null): DescribedSet {
  const technique_ids = [...new Set(ids)].sort(compareText);
  return {
    version: index?.version ?? null,
    technique_ids,
    ...lookUpTechniques(technique_ids, index),
  };
}
