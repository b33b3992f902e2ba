import { resolveIndex } from "../attack/resolve-release.ts";
import type { Context } from "../context.ts";
import { compareGroups, type GroupComparison } from "../similarity/compare-groups.ts";
import { requireCompleted } from "./read-session.ts";

/**
 * Ranks the groups of a release against a session's stored techniques, the rejected ones left out.
 * No provider is called. Without a version the current release of the session's domain is used.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`, `version_not_found`
 */
export async function compareSession(
  context: Context,
  sessionId: string,
  options: { topN: number; version: string | undefined },
): Promise<GroupComparison> {
  const { domain } = await requireCompleted(context, sessionId);
  const index = await resolveIndex(context, { domain, version: options.version });
  return compareGroups(index, await context.sessions.listTechniqueIds(sessionId), options.topN);
}
