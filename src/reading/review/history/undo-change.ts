import { AppError } from "../../../platform/lib/errors.ts";
import type { StoredChange } from "../../sessions/change-store.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import { toListItem, toTechniqueResult } from "../../sessions/session-views.ts";
import type { Session, SessionFields } from "../../sessions/store.ts";
import type { ReviewDeps } from "../deps.ts";
import { withSearchText } from "../edits/change-session.ts";
import { type Edit, editSession } from "../edit-session.ts";
import type { TechniqueState } from "../technique-state.ts";
import { toHistoryEntry, wasSigned } from "./list-history.ts";
import { revertTechniques } from "./revert-techniques.ts";
import type { HistoryEntry } from "./schema.ts";

interface Options {
  /** Whether to undo all changes of the same request. */
  isBatch?: boolean;
  ifMatch?: string | undefined;
}

/**
 * Undoes a change if no later change touched the same fields. The undo is a change itself, and can be undone.
 * @throws AppError `not_found`; `conflict` if it cannot be undone; `analysis_failed`, `session_signed`
 */
export async function undoChange(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  changeId: string,
  { isBatch = false, ifMatch }: Options = {},
): Promise<{ entry: HistoryEntry; etag: string }> {
  const { changeId: undone, etag } = await editSession(
    deps,
    actor,
    sessionId,
    ifMatch,
    async (state) => {
      const changes = isBatch
        ? await requireBatch(deps, sessionId, changeId)
        : [await requireChange(deps, sessionId, changeId)];
      for (const change of changes) requireUndoable(change);
      const isOfSession = changes.some(({ attack_id: id }) => id === null);
      const session = isOfSession
        ? await requireSession(deps, sessionId)
        : await requireCompleted(deps, sessionId);
      const edit = await planUndo(deps, actor, session, changes);
      return { session, edit, current: await readSubject(deps, session, changes, state) };
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

async function requireBatch(
  deps: ReviewDeps,
  sessionId: string,
  changeId: string,
): Promise<StoredChange[]> {
  const changes = await deps.sessionChanges.findBatch(sessionId, changeId);
  return changes.length > 0 ? changes : [await requireChange(deps, sessionId, changeId)];
}

/** Returns the current state of the changed techniques or session. */
async function readSubject(
  deps: ReviewDeps,
  session: Session,
  changes: readonly StoredChange[],
  etag: string,
): Promise<unknown> {
  const ids = changes.flatMap(({ attack_id: id }) => id ?? []);
  if (ids.length === 0) return toListItem(session, etag);
  const rows = await deps.sessionTechniques.findMany(session.id, ids);
  const techniques = rows.map((row) => toTechniqueResult(row, null));
  return changes.length === 1 ? (techniques[0] ?? null) : techniques;
}

function requireUndoable(change: StoredChange): void {
  const { action, superseded } = change;
  if (action === "reanalysed") {
    throw new AppError(
      "conflict",
      "A new analysis cannot be undone; analyze the session again with the release and the provider that it had.",
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
  changes: readonly StoredChange[],
): Promise<Edit> {
  const [first] = changes;
  const ofTechniques = changes.flatMap((change) =>
    change.attack_id === null ? [] : [{ ...change, attack_id: change.attack_id }],
  );
  const ids = ofTechniques.map(({ attack_id: id }) => id);
  const isOne = changes.length === 1;
  return {
    action: "session.undo",
    details: {
      undoes: isOne ? first?.id : first?.batch_id,
      ...(ids.length > 0 && (isOne ? { attack_id: ids[0] } : { attack_ids: ids })),
    },
    changes: changes.map(({ id, attack_id: attackId, subjects, fields, before, after }) => ({
      action: "undone",
      attack_id: attackId === null ? null : (renamedTo(before) ?? attackId),
      subjects,
      fields,
      before: after,
      after: before,
      undoes: id,
    })),
    ...(ofTechniques.length > 0
      ? await revertTechniques(deps, actor, session.id, ofTechniques)
      : { parts: [], session: withSearchText(session, first?.before as Partial<SessionFields>) }),
  };
}

function renamedTo(before: StoredChange["before"]): string | undefined {
  return (before as Partial<TechniqueState> | null)?.attack_id;
}
