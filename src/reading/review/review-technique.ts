import type { ReviewDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireCompleted } from "../sessions/read-session.ts";
import type { TechniqueResult } from "../sessions/schema.ts";

/**
 * Notes what an analyst says of a technique; a rejected one no longer counts in comparisons and
 * exports. What it says already changes nothing.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`
 */
export async function reviewTechnique(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  attackId: string,
  status: TechniqueResult["review_status"],
): Promise<TechniqueResult> {
  await requireCompleted(deps, sessionId);
  const known = (await deps.sessions.read(sessionId))?.analysis.techniques.find(
    (technique) => technique.attack_id === attackId,
  );
  if (known?.review_status === status) return known;
  const reviewed = await deps.sessions.review(sessionId, attackId, status, {
    id: deps.newId(),
    actor,
    action: "session.review",
    object_type: "session",
    object_id: sessionId,
    details: { attack_id: attackId, review_status: status },
    created_at: deps.now(),
  });
  if (reviewed !== null) return reviewed;
  throw new AppError("not_found", `Session ${sessionId} has no technique ${attackId}.`);
}
