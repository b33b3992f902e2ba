import { requireState } from "../../platform/lib/require-state.ts";
import type { LastSessionChange } from "./change-store.ts";

/** Returns the entity tag of a session: its last change, by a person or a new analysis, or else its id. */
export function sessionEtag(sessionId: string, lastChangeId: string | null): string {
  return `"${lastChangeId ?? sessionId}"`;
}

/**
 * Rejects a change based on another state of the session than the current one.
 * @param current the current state of the change's subject
 * @throws AppError `precondition_failed`
 */
export async function requireSessionState(
  ifMatch: string | undefined,
  sessionId: string,
  { id, changed_by, changed_at }: LastSessionChange,
  current: unknown,
): Promise<void> {
  const etag = sessionEtag(sessionId, id);
  await requireState(ifMatch, etag, `Session ${sessionId}`, () => ({
    current,
    changed_by,
    changed_at,
  }));
}
