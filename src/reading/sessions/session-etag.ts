import { isNamed } from "../../platform/lib/entity-tag.ts";
import { AppError } from "../../platform/lib/errors.ts";

/** The entity tag of a session: its last change, by a person or a new analysis; before the first, its id. */
export function sessionEtag(sessionId: string, lastChangeId: string | null): string {
  return `"${lastChangeId ?? sessionId}"`;
}

/**
 * Refuses a change that is meant for another state of a session than it has.
 * @param ifMatch the states that the client names; undefined for any
 * @throws AppError `precondition_failed`
 */
export function requireState(ifMatch: string | undefined, sessionId: string, etag: string): void {
  if (ifMatch === undefined || isNamed(etag, ifMatch)) return;
  throw new AppError(
    "precondition_failed",
    `Session ${sessionId} was changed since you read it: read it and its history again, and send the change with the new ETag if it still holds.`,
  );
}
