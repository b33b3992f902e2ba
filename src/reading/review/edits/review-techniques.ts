import { AppError } from "../../../platform/lib/errors.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import type { TechniqueResult } from "../../sessions/schema.ts";
import { toTechniqueResult } from "../../sessions/session-views.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import type { ReviewDeps } from "../deps.ts";
import { type Edit, editSession } from "../edit-session.ts";
import { changeAlike } from "../change-alike.ts";
import { stateOf } from "../technique-state.ts";
import { changeOf } from "./change-technique.ts";
import type { Reviews } from "./schema.ts";

/**
 * Sets the review status of several techniques in one edit. Equal statuses change nothing.
 * @returns the named techniques, and the state of the session
 * @throws AppError `not_found` for a technique that the session does not have; `analysis_failed`,
 * `precondition_failed`
 */
export async function reviewTechniques(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  given: Reviews["changes"],
  ifMatch?: string,
): Promise<{ techniques: TechniqueResult[]; etag: string }> {
  const ids = given.map(({ attack_id: id }) => id);
  const { etag } = await editSession(deps, actor, sessionId, ifMatch, async () => {
    const session = await requireCompleted(deps, sessionId);
    const rows = await requireTechniques(deps, sessionId, ids);
    const edit = planReview(deps, actor, sessionId, rows, given);
    return { session, edit, current: rows.map((row) => toTechniqueResult(row, null)) };
  });
  const rows = await deps.sessionTechniques.findMany(sessionId, ids);
  return { techniques: rows.map((row) => toTechniqueResult(row, null)), etag };
}

/** @throws AppError `not_found` with the techniques that the session does not have */
async function requireTechniques(
  deps: ReviewDeps,
  sessionId: string,
  ids: readonly string[],
): Promise<TechniqueRow[]> {
  const rows = await deps.sessionTechniques.findMany(sessionId, ids);
  const found = new Set(rows.map(({ attack_id: id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return rows;
  throw new AppError("not_found", `Session ${sessionId} does not have ${missing.join(", ")}.`);
}

/** Plans the statuses that differ, or null if none do. */
function planReview(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  rows: readonly TechniqueRow[],
  given: Reviews["changes"],
): Edit | null {
  const wanted = new Map(given.map((one) => [one.attack_id, one.review_status]));
  const changed = rows.flatMap((row) => {
    const status = wanted.get(row.attack_id) ?? row.review_status;
    if (status === row.review_status) return [];
    const after = { ...stateOf(row), review_status: status };
    return [{ id: row.attack_id, status, ...changeOf(row, after, ["review_status"]) }];
  });
  if (changed.length === 0) return null;
  const byStatus = Map.groupBy(changed, ({ status }) => status);
  return {
    action: "session.review",
    details: {
      reviewed: Object.fromEntries(
        [...byStatus].map(([status, list]) => [status, list.map(({ id }) => id)]),
      ),
    },
    changes: changed.map(({ entry }) => entry),
    parts: changeAlike(deps, actor, sessionId, changed),
  };
}
