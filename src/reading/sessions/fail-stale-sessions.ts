import type { SessionReadDeps } from "./deps.ts";
import type { Session } from "./store.ts";

/** No analysis takes longer; one that still says `processing` then has died. */
const STALE_AFTER_SECONDS = 15 * 60;
const REASON = "The analysis was interrupted; send the report again.";

/**
 * Fails sessions that nobody works on any more: the stale ones, or those of before the start of the
 * only process there is.
 * @param startedAt when that was; null for the stale ones
 */
export async function failStaleSessions(
  deps: SessionReadDeps,
  startedAt: string | null,
): Promise<void> {
  const before = startedAt ?? deps.now(-STALE_AFTER_SECONDS);
  await deps.processingSessions.failOlderThan(before, REASON, deps.now());
}

/**
 * The session as it stands now: whoever asks for a stale one need not wait until a cron fails it.
 * Null when it was deleted meanwhile.
 */
export async function withoutStaleness(
  deps: SessionReadDeps,
  session: Session,
): Promise<Session | null> {
  const { status, updated_at: updated } = session;
  const isStale = status === "processing" && updated < deps.now(-STALE_AFTER_SECONDS);
  if (!isStale) return session;
  await deps.processingSessions.fail(session.id, REASON, deps.now());
  return await deps.sessions.find(session.id);
}
