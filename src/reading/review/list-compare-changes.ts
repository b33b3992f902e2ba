import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ReviewDeps } from "./deps.ts";
import { compareReleases } from "../../knowledge/comparison/compare-releases.ts";
import type { SimilarityMode } from "../../knowledge/comparison/measure.ts";
import type { GroupChange } from "../../knowledge/comparison/schema.ts";
import { requireCompleted } from "../sessions/require-completed.ts";

/**
 * The groups whose rank or similarity to a session moved from one release to another; without
 * versions from the release that the session was analyzed with to the current one.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `version_not_found`
 */
export async function listCompareChanges(
  deps: ReviewDeps,
  sessionId: string,
  options: { from: string | undefined; to: string | undefined; mode: SimilarityMode },
): Promise<GroupChange[]> {
  const { domain, version } = await requireCompleted(deps, sessionId);
  const before = await resolveIndex(deps, { domain, version: options.from ?? version });
  const after = await resolveIndex(deps, { domain, version: options.to });
  const ids = await deps.sessions.listTechniqueIds(sessionId);
  return compareReleases(before, after, ids, options.mode);
}
