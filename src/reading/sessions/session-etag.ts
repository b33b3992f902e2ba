import { requireState } from "../../platform/lib/require-state.ts";
import type { LastSessionChange } from "./change-store.ts";

/** The entity tag of a session: its last change, by a person or a new analysis; before the first, its id. */
export function sessionEtag(sessionId: string, lastChangeId: string | null): string {
  return `"${lastChangeId ?? sessionId}"`;
}

/**
 * Refuses a change that is meant for another state of a session than it has.
 * @param current what the change is about, as it is now
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
