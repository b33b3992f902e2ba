import { isMeant } from "./entity-tag.ts";
import { AppError, type CurrentState } from "./errors.ts";

/**
 * Rejects a change that is meant for another state than the current one. This check alone is not enough: the write must
 * check the state again in its own batch.
 * @param ifMatch the states that the client names, or undefined for any
 * @param what the changed resource, as the subject of a sentence
 * @throws AppError `precondition_failed`
 */
export async function requireState(
  ifMatch: string | undefined,
  etag: string,
  what: string,
  read: () => Promise<Omit<CurrentState, "etag">> | Omit<CurrentState, "etag">,
): Promise<void> {
  if (isMeant(etag, ifMatch)) return;
  throw new AppError(
    "precondition_failed",
    `${what} was changed since you read it. Compare 'current' with 'sent', and send the change with the new ETag if it still holds.`,
    { state: { etag, ...(await read()) } },
  );
}
