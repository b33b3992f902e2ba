import { readSession } from "../../../reading/sessions/read-session.ts";
import { noSuchSession } from "../../../reading/sessions/session-errors.ts";
import { summariseReviewed } from "../../../reading/review/summarise-reviewed.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { ExportDeps } from "../deps.ts";
import { listObservables } from "./list-observables.ts";
import type { SessionContent } from "./session-content.ts";
import { isReviewed, withoutRejected } from "./without-rejected.ts";

/** The exported content of a session, with its release. */
export interface ReadContent {
  content: SessionContent;
  /** When the session or the review of its techniques last changed. */
  modified: string;
  release: { id: number; index: ReleaseIndex } | null;
}

/**
 * Reads the exported content of a session. Returns null while it is in progress. The release may be removed.
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
  // A summary must not name a rejected technique, or must state that it was written earlier.
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
