import type { SessionDeps } from "./deps.ts";
import { deleteFoundSession } from "./delete-found-session.ts";

const DAY_SECONDS = 24 * 60 * 60;
/**
 * Sessions per cron tick. D1 allows 1,000 queries per invocation, and a tick has other work. The next tick continues.
 */
const AT_ONCE = 50;

/** Deletes sessions that failed longer ago than the configured retention, with their texts, outlines and uploads. */
export async function expireFailedSessions(deps: SessionDeps): Promise<void> {
  const days = deps.settings.FAILED_SESSIONS_DAYS;
  if (days === 0) return;
  const before = deps.now(-days * DAY_SECONDS);
  for (const session of await deps.failedSessions.listFailedBefore(before, AT_ONCE)) {
    await deleteFoundSession(deps, "scheduler", session, { expired: true });
  }
}
