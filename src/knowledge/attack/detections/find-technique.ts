import { noSuchObject } from "../browse/no-such-object.ts";
import type { DetectionDeps } from "../deps.ts";
import type { IndexedTechnique, ReleaseIndex } from "../release-index.ts";
import { type ReleaseQuery, resolveRelease } from "../resolve-release.ts";
import type { DetectionIndex } from "./detection-index.ts";

/** A release and its detections. */
export interface DetectionRelease {
  index: ReleaseIndex;
  detections: DetectionIndex;
}

/**
 * Resolves the release of a request, with its detections.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function resolveDetections(
  deps: DetectionDeps,
  query: ReleaseQuery,
): Promise<DetectionRelease> {
  const { id, content_sha256: sha256 } = await resolveRelease(deps, query);
  const [index, detections] = await Promise.all([
    deps.indexes.get(id, sha256),
    deps.detections.get(id, sha256),
  ]);
  return { index, detections };
}

/**
 * Returns the active technique of an id. A revoked one is resolved to its successor.
 * @throws AppError `not_found`
 */
export function findTechnique(index: ReleaseIndex, attackId: string): IndexedTechnique {
  const active = index.techniques.get(index.replacements.get(attackId) ?? attackId);
  if (active !== undefined) return active;
  const state = index.inactive.get(attackId);
  const former = state === undefined ? null : { state, replaced_by: null };
  throw noSuchObject("technique", attackId, index, former);
}
