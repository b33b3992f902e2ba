import { AppError } from "../../../platform/lib/errors.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import type { ReviewDeps } from "../deps.ts";

/**
 * Returns a technique of a session.
 * @throws AppError `not_found`
 */
export async function requireTechnique(
  deps: ReviewDeps,
  sessionId: string,
  attackId: string,
): Promise<TechniqueRow> {
  const row = await deps.sessionTechniques.find(sessionId, attackId);
  if (row !== null) return row;
  throw new AppError("not_found", `Session ${sessionId} has no technique ${attackId}.`);
}
