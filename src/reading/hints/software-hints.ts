import { derive } from "../../platform/lib/derive.ts";
import type { IndexedSoftware, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Entities } from "../entities/schema.ts";
import type { SoftwareHint } from "./schema.ts";

/**
 * Returns the software named in a text, with the techniques that a release lists for it. These are leads, because a
 * report on a program may not describe all its capabilities.
 * @param found the session's techniques, mapped to the release
 */
export function hintSoftware(
  index: ReleaseIndex | null,
  named: Entities["software"],
  found: ReadonlySet<string>,
): SoftwareHint[] {
  return named.map((entity) => {
    const ids = (index && softwareOf(index).get(entity.attack_id)?.techniques) ?? [];
    const techniques = ids.map((id) => ({
      attack_id: id,
      name: index?.techniques.get(id)?.name ?? id,
      found: found.has(id),
    }));
    return {
      ...entity,
      technique_count: techniques.length,
      found_count: techniques.filter((lead) => lead.found).length,
      techniques,
    };
  });
}

/** Software by id, kept as long as the index itself. */
const softwareOf = derive(
  ({ software }: ReleaseIndex): ReadonlyMap<string, IndexedSoftware> =>
    new Map(software.map((one) => [one.attack_id, one])),
);
