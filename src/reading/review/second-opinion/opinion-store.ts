import { AppError } from "../../../platform/lib/errors.ts";
import { noSuchSession } from "../../sessions/session-errors.ts";
import type { StoredTechnique } from "../../sessions/store.ts";
import type { ReviewDeps } from "../deps.ts";
import type { SecondOpinion } from "./opinion-schema.ts";

type Deps = Pick<ReviewDeps, "sessionFiles" | "sessions">;

/** A second opinion, with the data needed to accept it. */
export interface StoredOpinion {
  answer: SecondOpinion;
  /** The rows it proposes to add, from the second analysis. */
  additions: StoredTechnique[];
}

/**
 * Stores a second opinion, replacing the previous one.
 * @throws AppError `not_found` if the session was deleted during the second analysis
 */
export async function storeOpinion(deps: Deps, opinion: StoredOpinion): Promise<void> {
  const { session_id: id } = opinion.answer;
  await deps.sessionFiles.storeOpinion(id, JSON.stringify(opinion));
  const session = await deps.sessions.find(id);
  // A deletion marks the session as failed before it removes the files, and may have removed them already.
  if (session?.status === "completed") return;
  await deps.sessionFiles.removeOpinion(id);
  throw noSuchSession(id);
}

/** Returns the last second opinion on a session. @throws AppError `not_found` */
export async function requireOpinion(deps: Deps, sessionId: string): Promise<StoredOpinion> {
  if ((await deps.sessions.find(sessionId)) === null) throw noSuchSession(sessionId);
  const stored = await deps.sessionFiles.readOpinion(sessionId);
  if (stored !== null) return JSON.parse(stored) as StoredOpinion;
  const path = `/api/analyze/sessions/${sessionId}/second-opinion`;
  throw new AppError(
    "not_found",
    `No second opinion on session ${sessionId} was requested; request one with POST ${path}.`,
  );
}
