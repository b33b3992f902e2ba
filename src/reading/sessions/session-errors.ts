import { AppError } from "../../platform/lib/errors.ts";
import type { Session } from "./store.ts";

/** The error for a session that is not there. */
export function noSuchSession(sessionId: string): AppError {
  return new AppError("not_found", `There is no session ${sessionId}.`);
}

/** @throws AppError `analysis_failed`, with the stored reason, for a session that failed */
export function refuseFailed(session: Session): void {
  if (session.status === "failed") {
    throw new AppError("analysis_failed", session.failure ?? "The analysis failed.");
  }
}
