import type { IntakeDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { reportEntry } from "./move-report.ts";
import { noSuchReport, requireReport } from "./read-reports.ts";

/**
 * Deletes a collected report with its text, and the observables and suppressions that nothing else
 * names; its session stays. A source that still lists it brings it in again.
 * @throws AppError `not_found`
 */
export async function deleteReport(deps: IntakeDeps, actor: Actor, id: string): Promise<void> {
  const { title, url } = await requireReport(deps, id);
  const entry = reportEntry(deps, actor.name, "intake.delete", id, { title, url });
  const forgotten = deps.matches.forgetStatements("report", id);
  if (!(await deps.intake.remove(id, entry, forgotten))) throw noSuchReport(id);
}
