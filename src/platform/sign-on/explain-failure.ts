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

/** Seconds after which a login at a failing provider may be tried again. */
export const RETRY_SECONDS = 10;
const MAX_REASON_CHARS = 300;

/** The code was used, has expired or was issued to another client: only this login is affected. */
const INVALID_CODE = "invalid_grant";
/** Codes of responses that a working provider does not send. */
const MALFORMED = new Set<unknown>([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR]);

/** Why a login failed: the error for the user, and the reason for the log. */
export interface Failure {
  error: AppError;
  /** A message of the library, which quotes no token, or the error code and description of the provider. */
  reason: string;
}

/** Explains why a login failed. Returns null for an error of this service. */
export function explainFailure(error: unknown): Failure | null {
  if (error instanceof AppError) return { error, reason: error.message };
  if (error instanceof OutboundError) return unavailable(error, error.message);
  if (error instanceof AuthorizationResponseError) return refused(error, describeRefusal(error));
  if (error instanceof ResponseBodyError) {
    const reason = describeRefusal(error);
    return error.error === INVALID_CODE ? refused(error, reason) : unavailable(error, reason);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return unavailable(error, "the provider refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET");
  }
  if (error instanceof OperationProcessingError) {
    return MALFORMED.has(error.code)
      ? unavailable(error, error.message)
      : refused(error, error.message);
  }
  return error instanceof UnsupportedOperationError ? refused(error, error.message) : null;
}

/** Explains a failure before the user is sent to the provider, when logging in again cannot help. */
export function explainOutage(error: unknown): Failure {
  if (error instanceof AppError) return { error, reason: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return unavailable(error, reason);
}

function describeRefusal(error: { error: string; error_description?: string }): string {
  return [error.error, error.error_description].filter((text) => text !== undefined).join(": ");
}

function unavailable(cause: unknown, reason: string): Failure {
  const detail =
    "The identity provider is not available. Try again in a few seconds; the log of the service contains the reason.";
  const how = { headers: { "Retry-After": String(RETRY_SECONDS) }, cause };
  return { error: new AppError("identity_unavailable", detail, how), reason: short(reason) };
}

function refused(cause: unknown, reason: string): Failure {
  const detail = "The login failed. Log in again; the log of the service contains the reason.";
  return {
    error: new AppError("authentication_required", detail, { cause }),
    reason: short(reason),
  };
}

function short(reason: string): string {
  return reason.slice(0, MAX_REASON_CHARS);
}
