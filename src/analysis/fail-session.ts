import type { Context } from "../context.ts";
import { AppError } from "../lib/errors.ts";
import { describeError } from "../lib/log.ts";

/** Ends a session that did not succeed, with a reason that may be shown. */
export async function failSession(
  context: Context,
  sessionId: string,
  error: unknown,
): Promise<void> {
  const reason =
    error instanceof AppError
      ? error.message
      : error instanceof DOMException && error.name === "AbortError"
        ? "The client went away before the analysis was complete."
        : "An internal error ended the analysis; send the report again.";
  context.log("warn", "session.failed", { session_id: sessionId, ...describeError(error) });
  await context.sessions.fail(sessionId, reason, context.now());
}
