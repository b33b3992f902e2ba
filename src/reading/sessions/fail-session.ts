import type { SessionDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { describeError } from "../../platform/lib/log.ts";

/** Fails a session with a reason that may be shown. */
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
  // If the session was deleted in the meantime, files stored since then remain.
  const isGone = (await deps.sessions.find(sessionId)) === null;
  if (isGone) await deps.sessionFiles.remove(sessionId);
}
