import { writeUnrecorded } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { commitOnSession } from "./commit-on-session.ts";
import type { SessionDeps } from "./deps.ts";
import type { Session } from "./store.ts";
import { HALF_DELETED } from "./vocabulary.ts";

/**
 * Deletes a session that was loaded before, with all its data, if it still exists. Deletes the files after writing the
 * audit entry, so that a refused deletion removes nothing, and before the row, so that they can still be found. Deletes
 * exports again at the end, because one may have been created in the meantime. The next deletion completes an
 * interrupted one.
 * @param details audit details in addition to the name
 * @throws AppError `session_signed`, `precondition_failed`; `conflict` if it was signed and reopened in the meantime
 */
export async function deleteFoundSession(
  deps: SessionDeps,
  actor: string,
  session: Session,
  details: Record<string, unknown>,
  ifMatch?: string,
): Promise<void> {
  const { id, name } = session;
  const isMarked = await commitOnSession(deps, session, ifMatch, {
    act: {
      actor,
      action: "session.delete",
      object: ["session", id],
      details: { name, ...details },
    },
    when: deps.sessions.isThereWithout(id, HALF_DELETED),
    parts: [deps.sessions.change(id, { status: "failed", failure: HALF_DELETED })],
  });
  if (!isMarked) await requireHalfDeleted(deps, id);
  await deps.sessionFiles.remove(id);
  const parts = [
    deps.sessionObservables.forget(id),
    deps.intake.unlinkSession(id),
    deps.sessions.remove(id),
  ];
  await writeUnrecorded(deps, "outcome", parts, []);
  await deps.sessionFiles.removeExports(id);
}

/** Throws if the session is still intact, because its audit entry was not written. */
async function requireHalfDeleted(deps: SessionDeps, id: string): Promise<void> {
  const session = await deps.sessions.find(id);
  if (session === null || session.failure === HALF_DELETED) return;
  throw new AppError("conflict", "Others are changing this session; try again shortly.");
}
