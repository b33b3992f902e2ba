import { AppError } from "../../platform/lib/errors.ts";
import type { IntakeDeps } from "./deps.ts";
import type { ReportDetail } from "./schema.ts";
import type { Report } from "./store.ts";
import { toViews } from "./to-views.ts";

/**
 * Returns a collected report as the API shows it, with its additional origins.
 * @throws AppError `not_found`
 */
export async function readReport(deps: IntakeDeps, id: string): Promise<ReportDetail> {
  const [view] = await toViews(deps, [await requireReport(deps, id)]);
  if (view === undefined) throw noSuchReport(id);
  const arrivals = view.duplicates === 0 ? [] : await deps.intake.listArrivals(id);
  return { ...view, arrivals };
}

/**
 * Returns a collected report as stored.
 * @throws AppError `not_found`
 */
export async function requireReport(deps: IntakeDeps, id: string): Promise<Report> {
  const report = await deps.intake.find(id);
  if (report === null) throw noSuchReport(id);
  return report;
}

/** Returns the error for a missing report. */
export function noSuchReport(id: string): AppError {
  return new AppError("not_found", `There is no report ${id} in the intake.`);
}
