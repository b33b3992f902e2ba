import type { SessionDeps } from "../deps.ts";
import { noSuchSession } from "../session-errors.ts";

/**
 * Returns the text that a session's offsets refer to.
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
