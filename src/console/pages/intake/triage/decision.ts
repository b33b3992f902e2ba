import type { Analysis } from "../promote/analysis.ts";
import type { BulkOrder, IntakeReport, IntakeState } from "../../../api/intake.ts";

export type Action = BulkOrder["action"];

/** The state that each action leads to. */
export const STATE_AFTER: Readonly<Record<Action, IntakeState>> = {
  pending: "pending",
  later: "reviewing",
  reject: "rejected",
  promote: "promoted",
};

/** The user's decision on a report during this visit. The row stays in the list. */
export interface Decision {
  /** The report before the decision. */
  before: IntakeReport;
  action: Action;
  /** The requested analysis; null if there is none. */
  analysis: Analysis | null;
  state: "sending" | "done" | "refused";
  reason: string | null;
}

export type Decisions = ReadonlyMap<string, Decision>;

/** Returns whether an action is possible on a report in its state. An analysis can follow a promotion. */
export function isPossible({ status }: IntakeReport, action: Action): boolean {
  if (action === "promote") return status !== "rejected";
  if (action === "pending") return status === "reviewing" || status === "rejected";
  return status === "pending" || status === (action === "reject" ? "reviewing" : null);
}

/** Returns the actions that restore the state before a decision; null if none do. */
export function stepsBack({ before, action }: Decision): readonly Action[] | null {
  const from = STATE_AFTER[action];
  const to = before.status;
  if (from === to) return [];
  if (from === "promoted" || to === "promoted") return null;
  if (to === "rejected") return ["reject"];
  if (to === "pending") return ["pending"];
  return from === "rejected" ? ["pending", "later"] : ["later"];
}

/** Returns the report after the decision, before the service has responded. */
export function decided({ before, action, analysis, state }: Decision): IntakeReport {
  if (state === "refused") return before;
  const status = STATE_AFTER[action];
  return analysis === null
    ? { ...before, status }
    : { ...before, status, analysis_status: "queued", analysis_error: null };
}
