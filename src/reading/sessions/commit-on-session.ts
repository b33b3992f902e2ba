import { type Change, commit, type CommitDeps } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { ChangeStore } from "./change-store.ts";
import { requireSessionState, sessionEtag } from "./session-etag.ts";
import { toListItem } from "./session-views.ts";
import type { Session } from "./store.ts";

interface Deps extends CommitDeps {
  sessionChanges: ChangeStore;
}

/**
 * Commits what happens to a session as a whole. With `If-Match` it happens only in a state that the
 * client names, which the batch itself decides.
 * @returns whether it happened; false where the change's own condition does not hold
 * @throws AppError `precondition_failed`
 */
export async function commitOnSession(
  deps: Deps,
  session: Session,
  ifMatch: string | undefined,
  change: Omit<Change, "when"> & { when: Exclude<Change["when"], "always"> },
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
