import type { Technique } from "../../../api/session.ts";
import type { ReviewState } from "../use-review.ts";

/** Replaces the id of a technique, in the same tactic if the other one belongs to it. */
export function replaceBy(
  review: ReviewState,
  technique: Technique,
  other: { attack_id: string; name: string; tactics: readonly string[] },
): void {
  const { attack_id: attackId, tactic: now } = technique;
  const tactic = other.tactics.includes(now) ? now : other.tactics[0];
  const body = { attack_id: other.attack_id };
  review.submit({
    kind: "change",
    attackId,
    body,
    name: other.name,
    ...(tactic !== undefined && { tactic }),
  });
}
