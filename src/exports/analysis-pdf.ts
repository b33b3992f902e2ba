import { readSession } from "../analysis/read-session.ts";
import { resolveIndex } from "../attack/resolve-release.ts";
import type { Context } from "../context.ts";
import { renderAnalysis } from "./analysis-document.ts";

/**
 * The report on a completed session as a PDF, by the release that it was analysed with; null while
 * the session is being worked on.
 * @throws AppError `not_found`, `analysis_failed`, `version_not_found`
 */
export async function exportAnalysis(
  context: Context,
  sessionId: string,
): Promise<Uint8Array | null> {
  const analysis = await readSession(context, sessionId, false);
  if (analysis === null) return null;
  const { domain, version } = analysis;
  return await renderAnalysis(context, analysis, await resolveIndex(context, { domain, version }));
}
