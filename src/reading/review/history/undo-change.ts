import type { Part } from "../../../platform/audit/commit.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import type { StoredChange } from "../../sessions/change-store.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import { toListItem, toTechniqueResult } from "../../sessions/session-views.ts";
import type { Session, SessionFields } from "../../sessions/store.ts";
import type { TechniqueField } from "../../sessions/vocabulary.ts";
import type { ReviewDeps } from "../deps.ts";
import { withSearchText } from "../edits/change-session.ts";
import { requireTechnique } from "../edits/require-technique.ts";
import { type Edit, editSession } from "../edit-session.ts";
import { nextPosition, NOT_ANALYSED, type TechniqueState } from "../technique-state.ts";
import { toHistoryEntry, wasSigned } from "./list-history.ts";
import type { HistoryEntry } from "./schema.ts";

/**
 * Undoes a change, as long as nothing that it changed was changed again. That is a change itself,
 * and can be undone.
 * @throws AppError `not_found`; `conflict` where it cannot be undone; `analysis_failed`, `session_signed`
 */
export async function undoChange(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  changeId: string,
  ifMatch?: string,
): Promise<{ entry: HistoryEntry; etag: string }> {
  const { changeId: undone, etag } = await editSession(
    deps,
    actor,
    sessionId,
    ifMatch,
    async (state) => {
      const change = await requireChange(deps, sessionId, changeId);
      requireUndoable(change);
      const session =
        change.attack_id === null
          ? await requireSession(deps, sessionId)
          : await requireCompleted(deps, sessionId);
      const edit = await planUndo(deps, actor, session, change);
      return { session, edit, current: await readSubject(deps, session, change, state) };
    },
  );
  const entry = toHistoryEntry(await requireChange(deps, sessionId, undone ?? changeId));
  return { entry, etag };
}

async function requireSession(deps: ReviewDeps, sessionId: string): Promise<Session> {
  const session = await deps.sessions.find(sessionId);
  if (session === null) throw noSuchSession(sessionId);
  return session;
}

async function requireChange(
  deps: ReviewDeps,
  sessionId: string,
  changeId: string,
): Promise<StoredChange> {
  const change = await deps.sessionChanges.find(sessionId, changeId);
  if (change !== null) return change;
  await requireSession(deps, sessionId);
  throw new AppError("not_found", `The history of session ${sessionId} has no change ${changeId}.`);
}

/** What a change changed, as it is now; null where it is gone. */
async function readSubject(
  deps: ReviewDeps,
  session: Session,
  { attack_id: attackId }: StoredChange,
  etag: string,
): Promise<unknown> {
  if (attackId === null) return toListItem(session, etag);
  const row = await deps.sessionTechniques.find(session.id, attackId);
  return row && toTechniqueResult(row, null);
}

function requireUndoable(change: StoredChange): void {
  const { action, superseded } = change;
  if (action === "reanalysed") {
    throw new AppError(
      "conflict",
      "A new analysis cannot be undone; analyse the session again with the release and the provider that it had.",
    );
  }
  if (wasSigned(change)) {
    throw new AppError("conflict", "A signature cannot be restored. Sign the report again.");
  }
  if (superseded) {
    throw new AppError(
      "conflict",
      "What this change changed was changed again since; undo the later change first, or change it anew.",
    );
  }
}

async function planUndo(
  deps: ReviewDeps,
  actor: string,
  session: Session,
  change: StoredChange,
): Promise<Edit> {
  const { id, attack_id: attackId, subjects, fields, before, after } = change;
  const renamed = (before as Partial<TechniqueState> | null)?.attack_id;
  const isOfSession = attackId === null;
  return {
    action: "session.undo",
    details: { undoes: id, ...(!isOfSession && { attack_id: attackId }) },
    changes: [
      {
        action: "undone",
        attack_id: isOfSession ? null : (renamed ?? attackId),
        subjects,
        fields,
        before: after,
        after: before,
        undoes: id,
      },
    ],
    ...(isOfSession
      ? { parts: [], session: withSearchText(session, before as Partial<SessionFields>) }
      : await revert(deps, actor, session.id, { attackId, before, after, fields })),
  };
}

interface Reverted {
  attackId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  fields: readonly string[];
}

/** Takes away what was added, brings back what was removed, and puts back what was changed. */
async function revert(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  { attackId, before, after, fields }: Reverted,
): Promise<{ parts: Part[]; added: number }> {
  const { sessionTechniques: techniques } = deps;
  if (before === null) return { parts: [techniques.remove(sessionId, attackId)], added: -1 };
  if (after === null) {
    const position = nextPosition(await techniques.list(sessionId));
    const row = { ...NOT_ANALYSED, ...(before as unknown as TechniqueState) };
    const added = techniques.add([{ ...row, session_id: sessionId, position }], actor);
    return { parts: [added], added: 1 };
  }
  const { decided: known } = await requireTechnique(deps, sessionId, attackId);
  const state = before as Partial<TechniqueState>;
  const isMove = fields.includes("attack_id");
  const others = known.filter((field) => !isMove && !fields.includes(field));
  const decided: TechniqueField[] = [...new Set([...others, ...(state.decided ?? [])])];
  return {
    parts: [techniques.change(sessionId, [attackId], { ...state, decided }, actor)],
    added: 0,
  };
}
