import {
  AuthorizationResponseError,
  OperationProcessingError,
  PARSE_ERROR,
  ResponseBodyError,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from "oauth4webapi";
import { AppError } from "../lib/errors.ts";
import { OutboundError } from "../outbound/outbound-error.ts";

const RETRY_SECONDS = "10";
const MAX_REASON_CHARS = 300;

/** What the provider says where a code is used up, expired or not for us: a fault of this login alone. */
const OF_THE_LOGIN = "invalid_grant";
/** Answers that are no answers of a provider that works. */
const NO_ANSWERS = new Set<unknown>([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR]);

/** A login that failed: what its user is told, and what the log says. */
export interface Failure {
  error: AppError;
  /** Sentences of the library, which quote no token, and what the provider says of the error. */
  reason: string;
}

/** Explains why a request to the provider failed; null for what is no failure of a login. */
export function explainFailure(error: unknown): Failure | null {
  if (error instanceof AppError) return { error, reason: error.message };
  if (error instanceof OutboundError) return unavailable(error, error.message);
  if (error instanceof AuthorizationResponseError) return refused(error, theirWords(error));
  if (error instanceof ResponseBodyError) {
    const reason = theirWords(error);
    return error.error === OF_THE_LOGIN ? refused(error, reason) : unavailable(error, reason);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return unavailable(error, "the provider refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET");
  }
  if (error instanceof OperationProcessingError) {
    return NO_ANSWERS.has(error.code)
      ? unavailable(error, error.message)
      : refused(error, error.message);
  }
  return error instanceof UnsupportedOperationError ? refused(error, error.message) : null;
}

/** A failure before the user went to the provider: nothing of it is the user's. */
export function explainOutage(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return unavailable(error, reason);
}

function theirWords(error: { error: string; error_description?: string }): string {
  return [error.error, error.error_description].filter((text) => text !== undefined).join(": ");
}

function unavailable(cause: unknown, reason: string): Failure {
  const detail =
    "The identity provider cannot be used at the moment; try again shortly. The log of the service has the reason.";
  const how = { headers: { "Retry-After": RETRY_SECONDS }, cause };
  return { error: new AppError("identity_unavailable", detail, how), reason: short(reason) };
}

function refused(cause: unknown, reason: string): Failure {
  const detail = "The login failed; log in again. The log of the service has the reason.";
  return {
    error: new AppError("authentication_required", detail, { cause }),
    reason: short(reason),
  };
}

function short(reason: string): string {
  return reason.slice(0, MAX_REASON_CHARS);
}
