import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ReviewDeps } from "./deps.ts";
import { compareGroups, type Comparison } from "../../knowledge/comparison/compare-sets.ts";
import type { SimilarityMode } from "../../knowledge/comparison/measure.ts";
import type { GroupRow } from "../../knowledge/comparison/schema.ts";
import { requireCompleted } from "../sessions/require-completed.ts";

/**
 * Ranks the groups of a release by similarity to a session's stored techniques, except rejected ones. Calls no
 * provider.
 * Defaults to the current release of the session's domain.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `version_not_found`
 */
export async function compareSession(
  deps: ReviewDeps,
  sessionId: string,
  options: { topN: number; version: string | undefined; mode: SimilarityMode },
): Promise<Comparison<GroupRow>> {
  const { domain } = await requireCompleted(deps, sessionId);
  const index = await resolveIndex(deps, { domain, version: options.version });
  const ids = await deps.sessions.listTechniqueIds(sessionId);
  return compareGroups(index, ids, options.topN, options.mode, await deps.knownIds.open());
}
