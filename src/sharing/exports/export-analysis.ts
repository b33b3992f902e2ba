import { summariseReviewed } from "../../reading/review/summarise-reviewed.ts";
import type { Analysis } from "../../reading/sessions/schema.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { readSession } from "../../reading/sessions/read-session.ts";
import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import type { ExportDeps } from "./deps.ts";
import { renderAnalysis } from "./render-analysis.ts";

/**
 * The report on a completed session as a PDF, by the release that it was analysed with; null while
 * the session is being worked on.
 * @throws AppError `not_found`, `analysis_failed`, `version_not_found`
 */
export async function exportAnalysis(
  deps: ExportDeps,
  sessionId: string,
): Promise<{ analysis: Analysis; bytes: Uint8Array } | null> {
  const analysis = await readSession(deps, sessionId, false);
  if (analysis === null) return null;
  const { domain, version } = analysis;
  const index = await resolveIndex(deps, { domain, version });
  const summary = await summaryOf(deps, analysis, index);
  const bytes = await renderAnalysis(deps, { ...analysis, summary }, index);
  return { analysis, bytes };
}

/** A summary names no technique that was rejected, or says that it was written before. */
async function summaryOf(
  deps: ExportDeps,
  { session_id: id, summary, techniques }: Analysis,
  index: ReleaseIndex,
): Promise<string> {
  const kept = techniques.filter(({ review_status: status }) => status !== "rejected");
  const session = kept.length < techniques.length ? await deps.sessions.find(id) : null;
  return session === null ? summary : await summariseReviewed(deps, session, kept, index);
}
