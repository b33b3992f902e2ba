import { writeUnrecorded } from "../../platform/audit/commit.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { commitOnSession } from "./commit-on-session.ts";
import type { SessionDeps } from "./deps.ts";
import type { Session } from "./store.ts";
import { HALF_DELETED } from "./vocabulary.ts";

/**
 * Deletes a session that was read before, with all that belongs to it, where it is still there. Its
 * files go after the entry in the trail, or a refused deletion would have taken them, and before its
 * row, or they would never be found again. Exports go again at the end, for one may have been made
 * meanwhile. The next deletion finishes an interrupted one.
 * @param details what the audit trail is to say in addition to the name
 * @throws AppError `session_signed`, `precondition_failed`; `conflict` if it was signed and reopened meanwhile
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

/** Whatever is still whole has no entry of its deletion. */
async function requireHalfDeleted(deps: SessionDeps, id: string): Promise<void> {
  const session = await deps.sessions.find(id);
  if (session === null || session.failure === HALF_DELETED) return;
  throw new AppError("conflict", "Others are changing this session; try again shortly.");
}
