import type { Context } from "../../services.ts";
import type { Session } from "./store.ts";

/** No analysis takes longer; one that still says `processing` then has died. */
const STALE_AFTER_SECONDS = 15 * 60;
const REASON = "The analysis was interrupted; send the report again.";

/**
 * Fails sessions that nobody works on any more: the stale ones, or those of before the start of the
 * only process there is.
 * @param startedAt when that was; null for the stale ones
 */
export async function failStaleSessions(context: Context, startedAt: string | null): Promise<void> {
  const before = startedAt ?? context.now(-STALE_AFTER_SECONDS);
  await context.sessions.failOlderThan(before, REASON, context.now());
}

/**
 * The session as it stands now: whoever asks for a stale one need not wait until a cron fails it.
 * Null when it was deleted meanwhile.
 */
export async function withoutStaleness(
  context: Context,
  session: Session,
): Promise<Session | null> {
  const { status, updated_at: updated } = session;
  const isStale = status === "processing" && updated < context.now(-STALE_AFTER_SECONDS);
  if (!isStale) return session;
  await context.sessions.fail(session.id, REASON, context.now());
  return await context.sessions.find(session.id);
}
