import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { noSuchSession } from "./read-session.ts";

/**
 * Deletes a session, its results, its text and its upload. The files go first: a deletion that is
 * cut short can be repeated, while files without a row would never be found again.
 * @throws AppError `not_found`
 */
export async function deleteSession(
  context: Context,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const session = await context.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  await context.sessionFiles.remove(sessionId);
  await context.sessions.remove(sessionId, {
    id: context.newId(),
    actor: actor.name,
    action: "session.delete",
    object_type: "session",
    object_id: sessionId,
    details: { name: session.name },
    created_at: context.now(),
  });
}
