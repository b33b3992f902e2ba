import type { Technique } from "../../api/session.ts";

/**
 * This window's last change of each technique. A change that began earlier, such as a note that took a while to
 * write, does not conflict with it.
 */
const ownChanges = new Map<string, string | null>();
const keyOf = (sessionId: string, attackId: string) => `${sessionId} ${attackId}`;

/** Records this window's changes. */
export function noteOwnChanges(sessionId: string, techniques: readonly Technique[]): void {
  for (const { attack_id: id, changed_at: at } of techniques) {
    ownChanges.set(keyOf(sessionId, id), at);
  }
}

/** Returns whether this window made the last change of a technique, which may have had another id before. */
export function isOwnChange(sessionId: string, attackId: string, now: Technique | null): boolean {
  return now?.changed_at != null && now.changed_at === ownChanges.get(keyOf(sessionId, attackId));
}
