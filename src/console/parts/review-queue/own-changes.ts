import type { Technique } from "../../api/session.ts";

/**
 * When this window last changed each technique. A change that was begun before, such as a note that
 * took a while to write, meets no change of somebody else there.
 */
const ownChanges = new Map<string, string | null>();
const keyOf = (sessionId: string, attackId: string) => `${sessionId} ${attackId}`;

/** Remembers what this window changed. */
export function noteOwnChanges(sessionId: string, techniques: readonly Technique[]): void {
  for (const { attack_id: id, changed_at: at } of techniques) {
    ownChanges.set(keyOf(sessionId, id), at);
  }
}

/** Whether this window made the last change of a technique, which it knew by an id before. */
export function isOwnChange(sessionId: string, attackId: string, now: Technique | null): boolean {
  return now?.changed_at != null && now.changed_at === ownChanges.get(keyOf(sessionId, attackId));
}
