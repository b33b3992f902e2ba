import { AppError } from "../../platform/lib/errors.ts";
import type { SessionReadDeps } from "./deps.ts";
import { failIfStale } from "./fail-if-stale.ts";
import { noSuchSession, refuseFailed } from "./session-errors.ts";
import type { Session } from "./store.ts";

/**
 * Returns a session whose analysis is complete.
 * @throws AppError `not_found`, `analysis_failed`, `conflict` while it is in progress
 */
export async function requireCompleted(deps: SessionReadDeps, sessionId: string): Promise<Session> {
  const found = await deps.sessions.find(sessionId);
  const session = found && (await failIfStale(deps, found));
  if (session === null) throw noSuchSession(sessionId);
  refuseFailed(session);
  if (session.status === "processing") {
    throw new AppError("conflict", "The session is still being analyzed; try again shortly.");
  }
  return session;
}
