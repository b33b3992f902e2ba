import { AppError } from "../../../platform/lib/errors.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import { toTechniqueResult } from "../../sessions/session-views.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import { TECHNIQUE_FIELDS } from "../../sessions/vocabulary.ts";
import type { ReviewDeps } from "../deps.ts";
import { type Edit, type Edited, editSession } from "../edit-session.ts";
import { isAdded, wholeStateOf } from "../technique-state.ts";
import { requireTechnique } from "./require-technique.ts";

/**
 * Removes a technique that a person added. Techniques of the analysis can only be rejected.
 * @throws AppError `not_found`, `analysis_failed`; `conflict` for a technique of the analysis
 */
export async function removeTechnique(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  attackId: string,
  ifMatch?: string,
): Promise<Edited> {
  return await editSession(deps, actor, sessionId, ifMatch, async () => {
    const session = await requireCompleted(deps, sessionId);
    const row = await requireTechnique(deps, sessionId, attackId);
    requireAdded(row);
    return { session, edit: editOf(deps, row), current: toTechniqueResult(row, null) };
  });
}

function requireAdded(row: TechniqueRow): void {
  if (isAdded(row)) return;
  const { attack_id: attackId, found_as: found } = row;
  const what = found === null ? attackId : `${attackId} (as ${found})`;
  throw new AppError(
    "conflict",
    `The analysis found ${what}; reject it with PATCH and review_status "rejected" instead of removing it.`,
  );
}

function editOf(deps: ReviewDeps, row: TechniqueRow): Edit {
  return {
    action: "session.technique_delete",
    details: { attack_id: row.attack_id },
    changes: [
      {
        action: "removed",
        attack_id: row.attack_id,
        subjects: [row.attack_id],
        fields: [...TECHNIQUE_FIELDS],
        before: { ...wholeStateOf(row) },
        after: null,
      },
    ],
    parts: [deps.sessionTechniques.remove(row.session_id, [row.attack_id])],
    added: -1,
  };
}
