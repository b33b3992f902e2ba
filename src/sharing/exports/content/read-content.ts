import { readSession } from "../../../reading/sessions/read-session.ts";
import { noSuchSession } from "../../../reading/sessions/session-errors.ts";
import { summariseReviewed } from "../../../reading/review/summarise-reviewed.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { ExportDeps } from "../deps.ts";
import { listObservables } from "./list-observables.ts";
import type { SessionContent } from "./session-content.ts";
import { isReviewed, withoutRejected } from "./without-rejected.ts";

/** What is exported of a session, with what it was mapped to. */
export interface ReadContent {
  content: SessionContent;
  /** When the session or the review of its techniques last changed. */
  modified: string;
  release: { id: number; index: ReleaseIndex } | null;
}

/**
 * Reads what is exported of a session; null while it is being worked on. The release may be gone.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function readContent(
  deps: ExportDeps,
  sessionId: string,
): Promise<ReadContent | null> {
  const analysis = await readSession(deps, sessionId, false);
  if (analysis === null) return null;
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  const found = await deps.releases.find(session.domain, session.version);
  const index = found && (await deps.indexes.get(found.id, found.content_sha256));
  const observables = await listObservables(deps, session.id);
  const content = withoutRejected(analysis, index, observables);
  // A summary names no technique that was rejected, or says that it was written before.
  const summary = isReviewed(analysis)
    ? await summariseReviewed(deps, session, content.techniques, index)
    : content.summary;
  return {
    content: {
      ...content,
      summary,
      coverage_states: await deps.coverageOfSession(session.id, session),
    },
    modified: session.updated_at,
    release: found && index && { id: found.id, index },
  };
}
