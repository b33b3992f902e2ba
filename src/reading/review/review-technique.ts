import type { Context } from "../../services.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireCompleted } from "../sessions/read-session.ts";
import type { TechniqueResult } from "../sessions/schema.ts";

/**
 * Notes what an analyst says of a technique; a rejected one no longer counts in comparisons and
 * exports. What it says already changes nothing.
 * @throws AppError `not_found`, `analysis_failed`, `conflict`
 */
export async function reviewTechnique(
  context: Context,
  actor: string,
  sessionId: string,
  attackId: string,
  status: TechniqueResult["review_status"],
): Promise<TechniqueResult> {
  await requireCompleted(context, sessionId);
  const known = (await context.sessions.read(sessionId))?.analysis.techniques.find(
    (technique) => technique.attack_id === attackId,
  );
  if (known?.review_status === status) return known;
  const reviewed = await context.sessions.review(sessionId, attackId, status, {
    id: context.newId(),
    actor,
    action: "session.review",
    object_type: "session",
    object_id: sessionId,
    details: { attack_id: attackId, review_status: status },
    created_at: context.now(),
  });
  if (reviewed !== null) return reviewed;
  throw new AppError("not_found", `Session ${sessionId} has no technique ${attackId}.`);
}
