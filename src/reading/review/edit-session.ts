import { retryEdit } from "../../platform/lib/retry-edit.ts";
import { type Act, commit, type Part } from "../../platform/audit/commit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import type { NewChange } from "../sessions/change-store.ts";
import { refuseSigned } from "../sessions/session-errors.ts";
import { requireSessionState, sessionEtag } from "../sessions/session-etag.ts";
import type { Session } from "../sessions/store.ts";
import type { ReviewDeps } from "./deps.ts";

/** An entry of the history, without who made it and where. */
export type EditedChange = Omit<NewChange, "id" | "session_id" | "actor" | "batch_id">;

/** An edit by a person: what is written, what the history says, and what the trail says. */
export interface Edit {
  action: Act["action"];
  details: Record<string, unknown>;
  /** At least one; each can be undone separately, or all of them together. */
  changes: readonly EditedChange[];
  parts: readonly Part[];
  /** What changes of the session itself. */
  session?: Partial<Session>;
  /** How many techniques it has more, or less, than before. */
  added?: number;
}

/** What is decided on a session as it is: the edit, null where nothing is to be changed. */
export interface Plan {
  session: Session;
  edit: Edit | null;
  /** What the edit is about as it is now, for a client that meant another state. */
  current: unknown;
}

/** What became of an edit: its last change, null where there was nothing to change, and the state then. */
export interface Edited {
  changeId: string | null;
  etag: string;
}

/**
 * Changes a session in a person's name. What is planned is written only if nobody changed anything
 * of the session since it was read for the plan; otherwise it is planned again on what there is now.
 * So no change is lost, and the history holds what each one really found.
 * @param ifMatch the state that the change is meant for; undefined for any
 * @param plan reads and decides; receives the entity tag of the state
 * @throws AppError what `plan` throws; `session_signed`; `precondition_failed`; `conflict`
 */
export async function editSession(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  ifMatch: string | undefined,
  plan: (etag: string) => Promise<Plan>,
): Promise<Edited> {
  return await retryEdit(deps, "this session", async () => {
    // Read before the plan: a change between the two is found, not lost.
    const last = await deps.sessionChanges.lastOf(sessionId);
    const etag = sessionEtag(sessionId, last.id);
    const { session, edit, current } = await plan(etag);
    // What is so already is lost to nobody, and a change that is sent twice finds itself.
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

/** Whether an edit ends the signature of a session, which is all that changes a signed one. */
function reopens({ session }: Edit): boolean {
  const state = session?.review_state;
  return state !== undefined && state !== "signed";
}
