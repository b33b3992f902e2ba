import type { DetectionDeps } from "../deps.ts";
import type { ReleaseQuery } from "../resolve-release.ts";
import { findTechnique, resolveDetections } from "./find-technique.ts";
import type { TechniqueMitigation } from "./schema.ts";

/**
 * Lists the mitigations of a technique by id. A revoked technique is resolved to its successor.
 * @throws AppError `not_found`, `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function listMitigations(
  deps: DetectionDeps,
  query: ReleaseQuery,
  attackId: string,
): Promise<TechniqueMitigation[]> {
  const { index, detections } = await resolveDetections(deps, query);
  const { attack_id: id } = findTechnique(index, attackId);
  const byId = new Map(detections.mitigations.map((record) => [record.attack_id, record]));
  return (detections.mitigationsOf.get(id) ?? []).flatMap(({ mitigation_id, description }) => {
    const mitigation = byId.get(mitigation_id);
    return mitigation === undefined ? [] : [{ ...mitigation, use: description }];
  });
}
