import { derive } from "../../platform/lib/derive.ts";
import type { IndexedSoftware, ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { Entities } from "../entities/schema.ts";
import type { SoftwareHint } from "./schema.ts";

/**
 * The software that a text names, with the techniques that a release lists for it: leads, for a report
 * that names a program need not tell all that it can do.
 * @param found the session's techniques as the release has them
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
