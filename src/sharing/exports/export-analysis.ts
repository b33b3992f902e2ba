import { resolveIndex } from "../../knowledge/attack/resolve-release.ts";
import { readContent } from "./content/read-content.ts";
import type { SessionContent } from "./content/session-content.ts";
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
): Promise<{ content: SessionContent; bytes: Uint8Array } | null> {
  const read = await readContent(deps, sessionId);
  if (read === null) return null;
  const { content, release } = read;
  const index = release?.index ?? (await resolveIndex(deps, content));
  return { content, bytes: await renderAnalysis(deps, content, index) };
}
