import { deleteFoundSession } from "./delete-found-session.ts";
import type { SessionDeps } from "./deps.ts";
import { noSuchSession } from "./session-errors.ts";

/**
 * Deletes a session, its results, its text and its upload, and the observables that nothing else names. Unlinks the
 * collected report that it analyzed.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteSession(
  deps: SessionDeps,
  actor: string,
  sessionId: string,
  ifMatch?: string,
): Promise<void> {
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  await deleteFoundSession(deps, actor, session, {}, ifMatch);
}
