import { newEntry } from "../../platform/audit/new-entry.ts";
import type { AuditEntry } from "../../platform/audit/record.ts";
import type { IntakeDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { readReport, requireReport } from "./read-reports.ts";
import type { GivenChange, ReportView } from "./schema.ts";
import type { Report } from "./store.ts";
import { mayMove, statesAfter } from "./transitions.ts";
import { INTAKE_STATES, type IntakeState } from "./vocabulary.ts";

/**
 * Changes state, notes or reliability of a report; what is so already changes nothing.
 * @throws AppError `not_found`, `role_required`, `invalid_transition`
 */
export async function changeReport(
  deps: IntakeDeps,
  actor: Actor,
  id: string,
  { status, ...given }: GivenChange,
): Promise<ReportView> {
  const before = await requireReport(deps, id);
  const moves = status !== undefined && status !== before.status;
  if (moves) requireMove(before, status, actor);
  const { analyst_notes: notes, source_reliability: reliability } = given;
  const isNoted = notes === undefined || notes === before.analyst_notes;
  const isGraded = reliability === undefined || reliability === before.source_reliability;
  const change = {
    ...(moves && { status }),
    ...(!isNoted && { analyst_notes: notes }),
    ...(!isGraded && { source_reliability: reliability }),
  };
  const changed = Object.keys(change).filter((name) => name !== "status");
  if (!moves && changed.length === 0) return await readReport(deps, id);
  const noted = changed.length > 0 ? { changed } : {};
  const details = moves ? { from: before.status, to: status, ...noted } : noted;
  const action = moves ? "intake.transition" : "intake.update";
  const entry = reportEntry(deps, actor.name, action, id, details);
  // Notes may be added in any state; a move somebody else made meanwhile is judged anew.
  const from = moves ? [before.status] : INTAKE_STATES;
  const after = await deps.intake.change(id, from, change, deps.now(), entry);
  return after === null
    ? await changeReport(deps, actor, id, { status, ...given })
    : await readReport(deps, id);
}

/** @throws AppError `role_required`; `invalid_transition`, saying which ones there are */
export function requireMove(report: Report, to: IntakeState, actor: Actor): void {
  if (mayMove(report.status, to, actor.role)) return;
  // Whoever is not allowed to is told so before anything about states.
  if (mayMove(report.status, to, "admin")) {
    throw new AppError("role_required", "Only an admin takes a promotion back.");
  }
  const possible = statesAfter(report.status).join(", ");
  throw new AppError(
    "invalid_transition",
    `A report that is ${report.status} cannot become ${to}; possible: ${possible}.`,
  );
}

/** The audit entry of something that happened to a report. */
export function reportEntry(
  deps: IntakeDeps,
  actor: string,
  action: AuditEntry["action"],
  id: string,
  details: Record<string, unknown>,
): AuditEntry {
  return newEntry(deps, { actor, action, object_type: "report", object_id: id, details });
}
