import { AppError } from "../../platform/lib/errors.ts";
import type { Session } from "./store.ts";

/** Returns the error for a session that does not exist. */
export function noSuchSession(sessionId: string): AppError {
  return new AppError("not_found", `There is no session ${sessionId}.`);
}

/**
 * Rejects a change of a signed session. This check is not sufficient: the write must also check in its batch that the
 * session is not signed.
 * @throws AppError `session_signed`
 */
export function refuseSigned(session: Session): void {
  if (session.review_state !== "signed") return;
  const { signed_by: by, signed_at: at } = session;
  throw new AppError("session_signed", `${by} signed this report at ${at}. Reopen it first.`);
}

/** @throws AppError `analysis_failed`, with the stored reason, if the session failed */
export function refuseFailed(session: Session): void {
  if (session.status === "failed") {
    throw new AppError("analysis_failed", session.failure ?? "The analysis failed.");
  }
}
