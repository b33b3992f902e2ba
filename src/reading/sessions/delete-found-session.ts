import { commit } from "../../platform/audit/commit.ts";
import type { SessionDeps } from "./deps.ts";
import type { Session } from "./store.ts";

/**
 * Deletes a session that was read before, with all that belongs to it, where it is still there. The
 * files go first: a deletion that is cut short can be repeated, while files without a row would never
 * be found again.
 * Exports go again at the end, for one may have been made meanwhile.
 * @param details what the audit trail is to say beside the name
 */
export async function deleteFoundSession(
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
  await deps.sessionFiles.removeExports(id);
}
