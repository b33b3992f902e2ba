import { type Change, commitAndRead } from "../../platform/audit/commit.ts";
import type { ReviewDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireCompleted } from "../sessions/require-completed.ts";
import type { TechniqueResult } from "../sessions/schema.ts";
import { toTechniqueResult } from "../sessions/session-views.ts";

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
  const change = {
    act: {
      actor,
      action: "session.review",
      object: ["session", sessionId],
      details: { attack_id: attackId, review_status: status },
    },
    when: deps.sessions.hasTechnique(sessionId, attackId),
    parts: [deps.sessions.review(sessionId, attackId, status)],
  } satisfies Change;
  const wanted = deps.sessions.selectTechnique(sessionId, attackId);
  const [reviewed] = (await commitAndRead(deps, change, wanted)) ?? [];
  if (reviewed !== undefined) return toTechniqueResult(reviewed, false);
  throw new AppError("not_found", `Session ${sessionId} has no technique ${attackId}.`);
}
