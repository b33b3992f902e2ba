import type { SessionReadDeps } from "./deps.ts";
import type { Session } from "./store.ts";

/** No analysis takes longer. A session that is still `processing` after this time was interrupted. */
export const STALE_AFTER_SECONDS = 15 * 60;
/** Reason shown for a stale session. */
export const STALE_REASON = "The analysis was interrupted; send the report again.";

/**
 * Fails a session whose analysis is overdue, so that its reader does not wait for the cron. Returns the current
 * session, or null if it was deleted in the meantime.
 */
export async function failIfStale(
  deps: SessionReadDeps,
  session: Session,
): Promise<Session | null> {
  const { status, updated_at: updated } = session;
  const isStale = status === "processing" && updated < deps.now(-STALE_AFTER_SECONDS);
  if (!isStale) return session;
  await deps.processingSessions.fail(session.id, STALE_REASON, deps.now());
  return await deps.sessions.find(session.id);
}
