import type { Technique } from "../../../api/session.ts";

type Row = Pick<Technique, "attack_id" | "review_status">;

/**
 * Returns the technique to review next: the first unreviewed one below the given ones, then from the top, and
 * finally one that needs evidence.
 * @returns null if nothing is left
 */
export function findNextOpen(inOrder: readonly Row[], after: ReadonlySet<string>): string | null {
  const last = inOrder.findLastIndex(({ attack_id: id }) => after.has(id));
  const from = [...inOrder.slice(last + 1), ...inOrder.slice(0, last + 1)];
  const others = from.filter(({ attack_id: id }) => !after.has(id));
  const firstOf = (status: Row["review_status"]) =>
    others.find(({ review_status: one }) => one === status)?.attack_id;
  return firstOf("suggested") ?? firstOf("needs_evidence") ?? null;
}
