import { AppError } from "../../platform/lib/errors.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";

/** The error that answers a failed analysis: it names the session that can be retried. */
export function nameSession(error: unknown, sessionId: string): AppError {
  const failure = toAppError(error);
  const { code, message, headers, errors } = failure;
  // A session that is gone cannot be retried.
  if (code === "not_found") return failure;
  const sentence = `${message.replace(/\.$/, "")} (session ${sessionId} can be retried).`;
  const rest = errors === undefined ? {} : { errors };
  return new AppError(code, sentence, { ...rest, headers, session_id: sessionId, cause: error });
}
