import type { OpinionRow } from "../../../../api/opinion.ts";
import type { Analysis } from "../../../../api/session.ts";

/**
 * Returns whether accepting a row changes the session. Techniques in the proposed state, or reviewed ones, do
 * not change.
 */
export function isOpen({ attack_id: id, proposal }: OpinionRow, analysis: Analysis): boolean {
  const own = analysis.techniques.find(({ attack_id, found_as }) =>
    [attack_id, found_as].includes(id),
  );
  if (proposal === "add") return own === undefined;
  return proposal === "question" && own?.review_status === "suggested";
}
