import { describeChanges } from "../../../platform/audit/describe-changes.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import type { SessionListItem } from "../../sessions/schema.ts";
import { searchTextOf } from "../../sessions/session-title.ts";
import { toListItem } from "../../sessions/session-views.ts";
import type { Session, SessionFields } from "../../sessions/store.ts";
import { SESSION_FIELDS } from "../../sessions/vocabulary.ts";
import type { ReviewDeps } from "../deps.ts";
import { type Edit, editSession } from "../edit-session.ts";
import type { SessionChange } from "./schema.ts";

/**
 * Changes name, tags, marking, note, assignee or review state of a session in any status. Equal values change nothing.
 * Only a completed session can be signed, and a signed one can only be reopened.
 * @throws AppError `not_found`, `conflict`, `session_signed`, `precondition_failed`
 */
export async function changeSession(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  given: SessionChange,
  ifMatch?: string,
): Promise<{ session: SessionListItem; etag: string }> {
  const { etag } = await editSession(deps, actor, sessionId, ifMatch, async (state) => {
    const session = await requireSession(deps, sessionId);
    return {
      session,
      edit: planChange(deps, actor, session, given),
      current: toListItem(session, state),
    };
  });
  const session = await requireSession(deps, sessionId);
  return { session: toListItem(session, etag), etag };
}

async function requireSession(deps: ReviewDeps, sessionId: string): Promise<Session> {
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  return session;
}

/** Plans the values that differ, or null if none do. */
function planChange(
  deps: ReviewDeps,
  actor: string,
  session: Session,
  given: SessionChange,
): Edit | null {
  const fields = SESSION_FIELDS.filter((field) => {
    const value = given[field];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(session[field]);
  });
  if (fields.length === 0) return null;
  const { review_state: state } = given;
  const isMove = fields.includes("review_state");
  if (isMove && state === "signed") requireSignable(session);
  const valuesOf = (source: Partial<SessionFields>): Partial<SessionFields> =>
    Object.fromEntries(fields.map((field) => [field, source[field]]));
  const after = {
    ...valuesOf(given as Partial<SessionFields>),
    ...(isMove && signatureIn(state, actor, deps.now())),
  };
  const { signed_by, signed_at } = session;
  return {
    action: "session.update",
    details: describeChanges<Partial<SessionFields>>(session, after, ["note"]),
    changes: [
      {
        action: "updated",
        attack_id: null,
        subjects: ["session"],
        fields: [...fields],
        before: { ...valuesOf(session), ...(isMove && { signed_by, signed_at }) },
        after,
      },
    ],
    parts: [],
    session: withSearchText(session, after),
  };
}

function requireSignable({ status }: Session): void {
  if (status === "completed") return;
  throw new AppError("conflict", "Only a report whose analysis is complete can be signed.");
}

/** Returns who signs a session that enters a state, and when. Null for every other state. */
function signatureIn(state: SessionChange["review_state"], actor: string, now: string) {
  const isSigned = state === "signed";
  return { signed_by: isSigned ? actor : null, signed_at: isSigned ? now : null };
}

/** Returns a change of a session with its updated search text. */
export function withSearchText(session: Session, change: Partial<SessionFields>): Partial<Session> {
  return { ...change, search_text: searchTextOf({ ...session, ...change }) };
}
