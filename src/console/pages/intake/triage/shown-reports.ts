import type { IntakeReport } from "../../../api/intake.ts";
import { decided, type Decisions } from "./decision.ts";

/**
 * Returns the rows of the list: those from the service, and at their original position the reports decided on
 * since.
 * @param followed reports with a followed analysis, as returned by the service
 */
export function shownReports(
  listed: readonly IntakeReport[],
  decisions: Decisions,
  followed: readonly IntakeReport[],
  compare: (a: IntakeReport, b: IntakeReport) => number,
): IntakeReport[] {
  if (decisions.size === 0) return [...listed];
  const fresh = new Map(followed.map((report) => [report.id, report]));
  const rows = new Map(listed.map((report) => [report.id, report]));
  for (const [id, decision] of decisions) {
    if (decision.state === "sending") rows.set(id, decided(decision));
    else if (!rows.has(id)) rows.set(id, fresh.get(id) ?? decided(decision));
  }
  return [...rows.values()].sort(compare);
}

/** Returns the promoted reports whose analysis is followed, up to the limit of one request. */
export function followedIds(listed: readonly IntakeReport[], decisions: Decisions): string[] {
  const known = new Set(listed.map(({ id }) => id));
  return [...decisions]
    .filter(([id, one]) => one.analysis !== null && one.state === "done" && !known.has(id))
    .map(([id]) => id)
    .slice(0, 200);
}
