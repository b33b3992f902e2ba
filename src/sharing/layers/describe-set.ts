import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import { lookUpTechniques, type Standing } from "./look-up-techniques.ts";

/** A technique set as layers store it, with what its ids mean in the release. */
export interface DescribedSet extends Standing {
  version: string | null;
  technique_ids: string[];
}

/** Makes ids distinct and sorted and looks them up; `index` null: the domain has no release. */
export function describeSet(ids: Iterable<string>, index: ReleaseIndex | null): DescribedSet {
  const technique_ids = [...new Set(ids)].sort(compareText);
  return {
    version: index?.version ?? null,
    technique_ids,
    ...lookUpTechniques(technique_ids, index),
  };
}
