import { type Change, commit, type CommitDeps } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { SQL } from "../../platform/d1/databases.ts";
import type { ChangeStore } from "./change-store.ts";
import { requireSessionState, sessionEtag } from "./session-etag.ts";
import { toListItem } from "./session-views.ts";
import { refuseSigned } from "./session-errors.ts";
import type { Session, SessionStore } from "./store.ts";

interface Deps extends CommitDeps {
  sessions: SessionStore;
  sessionChanges: ChangeStore;
}

/**
 * Commits a change to a session in one batch, unless the session is signed. With `If-Match`, commits only in a state
 * that the client names, which the batch itself checks.
 * @returns whether it was committed. False if the change's own condition is not met.
 * @throws AppError `session_signed`, `precondition_failed`
 */
export async function commitOnSession(
  deps: Deps,
  session: Session,
  ifMatch: string | undefined,
  change: Omit<Change, "when"> & { when: Exclude<Change["when"], "always"> },
): Promise<boolean> {
  refuseSigned(session);
  const when = allOf(change.when, deps.sessions.isUnsigned(session.id));
  if (await commitInState(deps, session, ifMatch, { ...change, when })) return true;
  const now = await deps.sessions.find(session.id);
  if (now !== null) refuseSigned(now);
  return false;
}

async function commitInState(
  deps: Deps,
  session: Session,
  ifMatch: string | undefined,
  change: Change & { when: SQL },
): Promise<boolean> {
  if (ifMatch === undefined) return await commit(deps, change);
  const { sessionChanges: changes } = deps;
  let last = await changes.lastOf(session.id);
  for (;;) {
    const current = toListItem(session, sessionEtag(session.id, last.id));
    await requireSessionState(ifMatch, session.id, last, current);
    const when = allOf(change.when, changes.isLast(session.id, last.seq));
    if (await commit(deps, { ...change, when })) return true;
    const since = await changes.lastOf(session.id);
    if (since.seq === last.seq) return false;
    last = since;
  }
}
