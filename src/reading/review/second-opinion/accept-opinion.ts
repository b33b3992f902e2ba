import { AppError } from "../../../platform/lib/errors.ts";
import { readStoredSession } from "../../sessions/read-stored-session.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import type { Analysis } from "../../sessions/schema.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import { toListItem } from "../../sessions/session-views.ts";
import type { Session } from "../../sessions/store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import type { ReviewDeps } from "../deps.ts";
import { changeAlike } from "../change-alike.ts";
import { type Edit, editSession } from "../edit-session.ts";
import { additionOf } from "../edits/add-technique.ts";
import { changeOf } from "../edits/change-technique.ts";
import { nextPosition, stateOf } from "../technique-state.ts";
import type { AcceptedOpinion, OpinionRow } from "./opinion-schema.ts";
import { requireOpinion, type StoredOpinion } from "./opinion-store.ts";

/**
 * Accepts the last second opinion on a session, or some of its rows, in one edit. Adds the proposed techniques, and
 * marks questioned ones as needing evidence. Decisions by people do not change.
 * @throws AppError `not_found`, `analysis_failed`; `conflict` if the opinion is not the last one or is of another
 *   release; `validation_error` for techniques that it does not have; `precondition_failed`
 */
export async function acceptOpinion(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  given: AcceptedOpinion,
  ifMatch?: string,
): Promise<{ analysis: Analysis; etag: string }> {
  await editSession(deps, actor, sessionId, ifMatch, async (etag) => {
    const session = await requireCompleted(deps, sessionId);
    const opinion = await requireOpinion(deps, sessionId);
    requireAcceptable(opinion, given, session);
    const chosen = chooseRows(opinion, given.attack_ids);
    const all = await deps.sessionTechniques.list(sessionId);
    const edit = planAcceptance(deps, actor, session, opinion, chosen, all);
    return { session, edit, current: toListItem(session, etag) };
  });
  const stored = await readStoredSession(deps, sessionId);
  if (stored === null) throw noSuchSession(sessionId);
  return stored;
}

function requireAcceptable(
  { answer }: StoredOpinion,
  { opinion_id: id }: AcceptedOpinion,
  { version }: Session,
): void {
  if (answer.opinion_id !== id) {
    const detail = "Another second opinion was asked for since; read it first.";
    throw new AppError("conflict", detail);
  }
  if (answer.version === version) return;
  throw new AppError(
    "conflict",
    `The second opinion refers to ATT&CK ${answer.version}, the session to ${version}. Analyze the session again with ${answer.version}, or request a second opinion with ${version}.`,
  );
}

/** @throws AppError `validation_error` with the techniques that the opinion does not have */
function chooseRows(
  { answer: { techniques } }: StoredOpinion,
  attackIds: readonly string[] | undefined,
): readonly OpinionRow[] {
  if (attackIds === undefined) return techniques;
  const wanted = new Set(attackIds);
  const known = new Set(techniques.map(({ attack_id: id }) => id));
  const unknown = [...wanted].filter((id) => !known.has(id));
  if (unknown.length === 0) return techniques.filter(({ attack_id: id }) => wanted.has(id));
  const detail = `The second opinion does not have ${unknown.join(", ")}; 'attack_ids' must be among its techniques.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/attack_ids", detail }] });
}

/** Plans the differences, or null if there are none. */
function planAcceptance(
  deps: ReviewDeps,
  actor: string,
  { id: sessionId }: Session,
  opinion: StoredOpinion,
  chosen: readonly OpinionRow[],
  all: readonly TechniqueRow[],
): Edit | null {
  const proposed = (proposal: OpinionRow["proposal"]) =>
    new Set(chosen.flatMap((row) => (row.proposal === proposal ? [row.attack_id] : [])));
  const added = additionsOf(opinion, proposed("add"), all, sessionId);
  const questioned = proposed("question");
  const changed = all
    .filter((row) => questioned.has(row.attack_id) && !isReviewed(row))
    .map((row) => ({
      id: row.attack_id,
      ...changeOf(row, { ...stateOf(row), review_status: "needs_evidence" }, ["review_status"]),
    }));
  if (added.length === 0 && changed.length === 0) return null;
  return {
    action: "session.opinion_accept",
    details: {
      opinion_id: opinion.answer.opinion_id,
      added: added.map(({ attack_id: id }) => id),
      questioned: changed.map(({ id }) => id),
    },
    changes: [...added.map(additionOf), ...changed.map(({ entry }) => entry)],
    parts: [
      deps.sessionTechniques.add(added, actor),
      ...changeAlike(deps, actor, sessionId, changed),
    ],
    added: added.length,
  };
}

/** Returns the rows to add, except those that the session already has, even rejected ones. */
function additionsOf(
  { additions }: StoredOpinion,
  wanted: ReadonlySet<string>,
  all: readonly TechniqueRow[],
  sessionId: string,
): TechniqueRow[] {
  const there = new Set(all.flatMap(({ attack_id: id, found_as: found }) => [id, found]));
  const position = nextPosition(all);
  return additions
    .filter(({ attack_id: id }) => wanted.has(id) && !there.has(id))
    .map((technique, at) => ({
      ...technique,
      session_id: sessionId,
      position: position + at,
      // A person decided on the technique. The other fields come from the analysis.
      decided: ["attack_id"],
    }));
}

function isReviewed({ review_status: status, decided }: TechniqueRow): boolean {
  return status !== "suggested" || decided.includes("review_status");
}
