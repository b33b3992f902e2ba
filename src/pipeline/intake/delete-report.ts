import { commit } from "../../platform/audit/commit.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import type { IntakeDeps } from "./deps.ts";
import { noSuchReport, requireReport } from "./read-report.ts";
import { reportAct } from "./report-act.ts";

/**
 * Deletes a collected report with its text, and the observables and suppressions that nothing else mentions. Its
 * session is retained. A source that still lists it adds it again.
 * @throws AppError `not_found`
 */
export async function deleteReport(deps: IntakeDeps, actor: Actor, id: string): Promise<void> {
  const { title, url } = await requireReport(deps, id);
  const deleted = await commit(deps, {
    act: reportAct(actor.name, "intake.delete", id, { title, url }),
    when: deps.intake.isThere({ id }),
    parts: [deps.matches.removeMentions("report", id), deps.intake.remove(id)],
  });
  if (!deleted) throw noSuchReport(id);
}
