import type { IntakeDeps } from "./deps.ts";
import { requireReport } from "./read-report.ts";

/**
 * Returns the full text of a collected report.
 * @throws AppError `not_found`
 */
export async function readReportText(deps: IntakeDeps, id: string): Promise<string> {
  await requireReport(deps, id);
  return await deps.intake.readText(id);
}
