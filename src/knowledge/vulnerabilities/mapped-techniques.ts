import type { ReleaseIndex } from "../attack/release-index.ts";
import { activeIdsOf } from "../attack/ids/resolve-id.ts";
import { findKnownExploited } from "./known-exploited.ts";
import type { MappingType } from "./vocabulary.ts";

/** A technique of a release that the mapping leads to. */
export interface VulnerabilityTechnique {
  attack_id: string;
  name: string;
  mapping_types: MappingType[];
  /** Ids in the mapping, if the release replaced them. */
  mapped_as: string[];
}

/**
 * Returns the mapped techniques in a release. The mapping is for an older one, whose ids the release itself replaces.
 * Ids of another domain and ids without a successor are excluded.
 * @param cve id in any case
 */
export function techniquesOfVulnerability(
  cve: string,
  index: ReleaseIndex,
): VulnerabilityTechnique[] {
  const found = new Map<string, VulnerabilityTechnique>();
  for (const { attack_id: printed, type } of findKnownExploited(cve) ?? []) {
    for (const id of activeIdsOf(printed, index)) {
      const name = index.techniques.get(id)?.name ?? id;
      const technique = found.get(id) ?? { attack_id: id, name, mapping_types: [], mapped_as: [] };
      found.set(id, technique);
      if (!technique.mapping_types.includes(type)) technique.mapping_types.push(type);
      if (printed !== id && !technique.mapped_as.includes(printed)) {
        technique.mapped_as.push(printed);
      }
    }
  }
  return [...found.values()];
}
