import { AppError } from "../../platform/lib/errors.ts";
import { toAppError } from "../../platform/lib/to-app-error.ts";

/** Returns the error for a failed analysis, with the id of the session to retry. */
export function nameSession(error: unknown, sessionId: string): AppError {
  const failure = toAppError(error);
  const { code, message, headers, errors } = failure;
  // A deleted session cannot be retried.
  if (code === "not_found") return failure;
  const sentence = `${message.replace(/\.$/, "")} (session ${sessionId} can be retried).`;
  const rest = errors === undefined ? {} : { errors };
  return new AppError(code, sentence, { ...rest, headers, session_id: sessionId, cause: error });
}
