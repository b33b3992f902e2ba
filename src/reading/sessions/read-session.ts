import type { SessionDeps, SessionReadDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { withoutStaleness } from "./fail-stale-sessions.ts";
import type { Analysis } from "./schema.ts";
import type { Session } from "./store.ts";

/** The error for a session that is not there. */
export function noSuchSession(sessionId: string): AppError {
  return new AppError("not_found", `There is no session ${sessionId}.`);
}

/** @throws AppError `analysis_failed` with the reason that the session has on record */
function refuseFailed(session: Session): void {
  if (session.status === "failed") {
    throw new AppError("analysis_failed", session.failure ?? "The analysis failed.");
  }
}

/**
 * The stored analysis, or null while it is being worked on.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function readSession(
  deps: SessionReadDeps,
  sessionId: string,
  explain: boolean,
): Promise<Analysis | null> {
  const stored = await deps.sessions.read(sessionId, explain);
  const session = stored && (await withoutStaleness(deps, stored.session));
  if (stored === null || session === null) throw noSuchSession(sessionId);
  refuseFailed(session);
  return stored.session.status === "processing" ? null : stored.analysis;
}

/**
 * The text that a session's offsets refer to.
 * @throws AppError `not_found`
 */
export async function readSessionText(
  deps: Pick<SessionDeps, "sessions" | "sessionFiles">,
  sessionId: string,
): Promise<string> {
  const session = await deps.sessions.find(sessionId);
  const text = session === null ? null : await deps.sessionFiles.readText(sessionId);
  if (text === null) throw noSuchSession(sessionId);
  return text;
}

/**
 * A session whose analysis is complete.
 * @throws AppError `not_found`, `analysis_failed`, `conflict` while it is being worked on
 */
export async function requireCompleted(deps: SessionReadDeps, sessionId: string): Promise<Session> {
  const found = await deps.sessions.find(sessionId);
  const session = found && (await withoutStaleness(deps, found));
  if (session === null) throw noSuchSession(sessionId);
  refuseFailed(session);
  if (session.status === "processing") {
    throw new AppError("conflict", "The session is still being analysed; try again shortly.");
  }
  return session;
}
