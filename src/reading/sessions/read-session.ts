import type { SessionReadDeps } from "./deps.ts";
import { failIfStale } from "./fail-if-stale.ts";
import { readStoredSession } from "./read-stored-session.ts";
import type { Analysis } from "./schema.ts";
import { noSuchSession, refuseFailed } from "./session-errors.ts";

/**
 * Returns the stored analysis, or null while it is in progress.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function readSession(
  deps: SessionReadDeps,
  sessionId: string,
  explain: boolean,
): Promise<Analysis | null> {
  return (await readSessionState(deps, sessionId, explain))?.analysis ?? null;
}

/** Returns the same, with the entity tag of its state. */
export async function readSessionState(
  deps: SessionReadDeps,
  sessionId: string,
  explain: boolean,
): Promise<{ analysis: Analysis; etag: string } | null> {
  const stored = await readStoredSession(deps, sessionId, explain);
  const session = stored && (await failIfStale(deps, stored.session));
  if (stored === null || session === null) throw noSuchSession(sessionId);
  refuseFailed(session);
  return stored.session.status === "processing" ? null : stored;
}
