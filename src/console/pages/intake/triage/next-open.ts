import type { IntakeReport } from "../../../api/intake.ts";
import type { Decisions } from "./decision.ts";

/** Returns the next undecided report after the given ones, or the one before them. */
export function nextOpen(
  reports: readonly IntakeReport[],
  done: readonly IntakeReport[],
  decisions: Decisions,
): IntakeReport | undefined {
  const ids = new Set(done.map(({ id }) => id));
  const isOpen = ({ id }: IntakeReport) => !ids.has(id) && !decisions.has(id);
  const last = reports.findLastIndex(({ id }) => ids.has(id));
  return (
    reports.slice(last + 1).find(isOpen) ?? reports.slice(0, Math.max(last, 0)).findLast(isOpen)
  );
}
