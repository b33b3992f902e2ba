import { commit } from "../../platform/audit/commit.ts";
import type { SessionDeps } from "./deps.ts";
import { noSuchSession } from "./read-session.ts";
import type { Session } from "./store.ts";

/**
 * Deletes a session, its results, its text and its upload, and the observables that nothing else
 * names; a report that it was the analysis of is unlinked.
 * @throws AppError `not_found`
 */
export async function deleteSession(
  deps: SessionDeps,
  actor: string,
  sessionId: string,
): Promise<void> {
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  await removeSession(deps, actor, session, {});
}

/**
 * The same for a session that was found. The files go first: a deletion that is cut short can be
 * repeated, while files without a row would never be found again.
 * @param details what the audit trail is to say beside the name
 */
export async function removeSession(
  deps: SessionDeps,
  actor: string,
  { id, name }: Pick<Session, "id" | "name">,
  details: Record<string, unknown>,
): Promise<void> {
  await deps.sessionFiles.remove(id);
  await commit(deps, {
    act: {
      actor,
      action: "session.delete",
      object: ["session", id],
      details: { name, ...details },
    },
    when: deps.sessions.isThere(id),
    parts: [
      deps.sessionObservables.forget(id),
      deps.intake.unlinkSession(id),
      deps.sessions.remove(id),
    ],
  });
}
