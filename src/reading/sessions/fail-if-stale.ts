import type { SessionReadDeps } from "./deps.ts";
import type { Session } from "./store.ts";

/** No analysis takes longer: a session that is `processing` after that was interrupted. */
export const STALE_AFTER_SECONDS = 15 * 60;
/** Why a stale session failed, as its reader sees it. */
export const STALE_REASON = "The analysis was interrupted; send the report again.";

/**
 * Fails a session whose analysis is overdue, so that its reader need not wait until a cron does.
 * Answers the session as it is now, null when it was deleted meanwhile.
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
