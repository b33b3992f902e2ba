import type { Context } from "../../services.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { reportEntry } from "./move-report.ts";
import { noSuchReport, requireReport } from "./read-reports.ts";

/**
 * Deletes a collected report with its text, and the observables and suppressions that nothing else
 * names; its session stays. A source that still lists it brings it in again.
 * @throws AppError `not_found`
 */
export async function deleteReport(context: Context, actor: Actor, id: string): Promise<void> {
  const { title, url } = await requireReport(context, id);
  const entry = reportEntry(context, actor.name, "intake.delete", id, { title, url });
  const forgotten = context.matches.forgetStatements("report", id);
  if (!(await context.intake.remove(id, entry, forgotten))) throw noSuchReport(id);
}
