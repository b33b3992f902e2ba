import { type Act, type Change, commit } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { IntakeDeps } from "./deps.ts";
import { readReport, requireReport } from "./read-report.ts";
import { reportAct } from "./report-act.ts";
import { requireTransition } from "./require-transition.ts";
import type { GivenChange, ReportDetail } from "./schema.ts";
import type { Report, ReportChange } from "./store.ts";

/**
 * Changes state, notes or reliability of a report. Unchanged values have no effect.
 * @throws AppError `not_found`, `role_required`, `invalid_transition`
 */
export async function changeReport(
  deps: IntakeDeps,
  actor: Actor,
  id: string,
  given: GivenChange,
): Promise<ReportDetail> {
  const change = planChange(deps, actor, await requireReport(deps, id), given);
  if (change === null || (await commit(deps, change))) return await readReport(deps, id);
  return await changeReport(deps, actor, id, given);
}

/**
 * Plans the change of a report as it was read. Returns null if nothing would change.
 * @throws AppError `role_required`, `invalid_transition`
 */
export function planChange(
  deps: Pick<IntakeDeps, "intake">,
  actor: Actor,
  before: Report,
  given: GivenChange,
): Change | null {
  const change = differenceOf(before, given);
  if (Object.keys(change).length === 0) return null;
  const { id } = before;
  const { status } = change;
  if (status !== undefined) requireTransition(before.status, status, actor);
  const decided = status === undefined ? {} : { decided_by: actor.name };
  return {
    act: actOf(actor, before, change),
    // Notes may be added in any state. A change of state requires the state that was read.
    when: deps.intake.isThere(status === undefined ? { id } : { id, status: before.status }),
    parts: [deps.intake.change(id, { ...change, ...decided })],
  };
}

/** Returns the given fields that differ. */
function differenceOf(
  before: Report,
  { status, analyst_notes: notes, source_reliability: reliability }: GivenChange,
): Pick<ReportChange, "status" | "analyst_notes" | "source_reliability"> {
  const isNoted = notes === undefined || notes === before.analyst_notes;
  const isGraded = reliability === undefined || reliability === before.source_reliability;
  return {
    ...(status !== undefined && status !== before.status && { status }),
    ...(!isNoted && { analyst_notes: notes }),
    ...(!isGraded && { source_reliability: reliability }),
  };
}

function actOf(actor: Actor, before: Report, change: ReportChange): Act {
  const { id, status: from } = before;
  const { status: to, ...noted } = change;
  const isNoted = Object.keys(noted).length > 0;
  const details = isNoted ? describeChanges<ReportChange>(before, noted, ["analyst_notes"]) : {};
  return to === undefined
    ? reportAct(actor.name, "intake.update", id, details)
    : reportAct(actor.name, "intake.transition", id, { from, to, ...details });
}
