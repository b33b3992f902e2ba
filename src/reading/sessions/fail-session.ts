import type { SessionDeps } from "./deps.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { describeError } from "../../platform/lib/log.ts";

/** Ends a session that did not succeed, with a reason that may be shown. */
export async function failSession(
  deps: SessionDeps,
  sessionId: string,
  error: unknown,
): Promise<void> {
  const reason =
    error instanceof AppError
      ? error.message
      : error instanceof DOMException && error.name === "AbortError"
        ? "The client went away before the analysis was complete."
        : "An internal error ended the analysis; send the report again.";
  deps.log("warn", "session.failed", { session_id: sessionId, ...describeError(error) });
  if (await deps.processingSessions.fail(sessionId, reason, deps.now())) return;
  // A session that was deleted meanwhile took its files along, but not those that came after.
  const isGone = (await deps.sessions.find(sessionId)) === null;
  if (isGone) await deps.sessionFiles.remove(sessionId);
}

/** The failure of an analysis as its caller is told it: with the session that can be retried. */
export function nameSession(error: unknown, sessionId: string): AppError {
  const failure = toAppError(error);
  const { code, message, headers, errors } = failure;
  // A session that is gone cannot be retried.
  if (code === "not_found") return failure;
  const sentence = `${message.replace(/\.$/, "")} (session ${sessionId} can be retried).`;
  const rest = errors === undefined ? {} : { errors };
  return new AppError(code, sentence, { ...rest, headers, session_id: sessionId, cause: error });
}
