import { retryEdit } from "../../platform/lib/retry-edit.ts";
import { type Act, commit, type Part } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { NewChange } from "../sessions/change-store.ts";
import { refuseSigned } from "../sessions/session-errors.ts";
import { requireSessionState, sessionEtag } from "../sessions/session-etag.ts";
import type { Session } from "../sessions/store.ts";
import type { ReviewDeps } from "./deps.ts";

/** An entry of the history, without its author and session. */
export type EditedChange = Omit<NewChange, "id" | "session_id" | "actor" | "batch_id">;

/** An edit by a person: the data to write, and the entries of the history and the audit trail. */
export interface Edit {
  action: Act["action"];
  details: Record<string, unknown>;
  /** At least one. Each can be undone separately, or all of them together. */
  changes: readonly EditedChange[];
  parts: readonly Part[];
  /** Changes of the session itself. */
  session?: Partial<Session>;
  /** Change of its number of techniques. */
  added?: number;
}

/** An edit planned on the session's current state. Null if nothing changes. */
export interface Plan {
  session: Session;
  edit: Edit | null;
  /** The current state of the edit's subject, for a client with another state. */
  current: unknown;
}

/** The result of an edit: its last change, or null if nothing changed, and the resulting state. */
export interface Edited {
  changeId: string | null;
  etag: string;
}

/**
 * Changes a session in a person's name. Writes the plan only if nothing in the session changed since it was read, and
 * otherwise plans again on the new state. So no change is lost, and the history has the actual previous values.
 * @param ifMatch the state that the change is meant for, or undefined for any
 * @param plan reads and decides, and receives the entity tag of the state
 * @throws AppError errors of `plan`; `session_signed`; `precondition_failed`; `conflict`
 */
export async function editSession(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  ifMatch: string | undefined,
  plan: (etag: string) => Promise<Plan>,
): Promise<Edited> {
  return await retryEdit(deps, "this session", async () => {
    // Read before the plan, so that changes between the two are detected.
    const last = await deps.sessionChanges.lastOf(sessionId);
    const etag = sessionEtag(sessionId, last.id);
    const { session, edit, current } = await plan(etag);
    // An edit without effect succeeds in any state, so that a client can repeat it.
    if (edit === null) return { changeId: null, etag };
    const isReopened = reopens(edit);
    if (!isReopened) refuseSigned(session);
    await requireSessionState(ifMatch, sessionId, last, current);
    const { action, details, changes, parts } = edit;
    const named = changes.map((change) => ({ ...change, id: deps.newId() }));
    const id = named.at(-1)?.id ?? "";
    const batch = named.length > 1 ? id : null;
    const entries = named.map((change) => {
      return { ...change, session_id: sessionId, actor, batch_id: batch };
    });
    const happened = await commit(deps, {
      act: {
        actor,
        action,
        object: ["session", sessionId],
        details: { ...details, change_id: id },
      },
      when: allOf(
        deps.sessions.isIn(sessionId, session.status),
        deps.sessionChanges.isLast(sessionId, last.seq),
        ...(isReopened ? [] : [deps.sessions.isUnsigned(sessionId)]),
      ),
      parts: [
        ...parts,
        deps.sessions.change(sessionId, edit.session ?? {}, edit.added),
        deps.sessionChanges.add(entries),
      ],
    });
    if (happened) return { changeId: id, etag: sessionEtag(sessionId, id) };
    return null;
  });
}

/** Returns whether an edit reopens a session, the only change of a signed one. */
function reopens({ session }: Edit): boolean {
  const state = session?.review_state;
  return state !== undefined && state !== "signed";
}
