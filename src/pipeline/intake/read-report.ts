import type { IntakeDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ReportView } from "./schema.ts";
import type { Report, ReportFilter } from "./store.ts";

const STEP = 500;

/** Collected reports, newest first. */
export async function listReports(
  deps: IntakeDeps,
  query: Page & { limit: number } & ReportFilter,
): Promise<Paged<ReportView>> {
  const { items, total } = await deps.intake.list(query, query);
  return { items: await toViews(deps, items), total };
}

/** @throws AppError `not_found` */
export async function readReport(deps: IntakeDeps, id: string): Promise<ReportView> {
  const [view] = await toViews(deps, [await requireReport(deps, id)]);
  if (view === undefined) throw noSuchReport(id);
  return view;
}

/** @throws AppError `not_found` */
export async function requireReport(deps: IntakeDeps, id: string): Promise<Report> {
  const report = await deps.intake.find(id);
  if (report === null) throw noSuchReport(id);
  return report;
}

/** What a report says in full. @throws AppError `not_found` */
export async function readReportText(deps: IntakeDeps, id: string): Promise<string> {
  await requireReport(deps, id);
  return await deps.intake.readText(id);
}

/** Columns of the CSV form. */
export const REPORT_COLUMNS = [
  "id",
  "title",
  "url",
  "publisher",
  "status",
  "source_reliability",
  "technique_ids",
  "group_ids",
  "observable_ids",
  "analyst_notes",
  "source_id",
  "import_id",
  "session_id",
  "published_at",
  "created_at",
  "updated_at",
  "summary",
] as const satisfies readonly (keyof ReportView)[];

/** All reports that match, by id; memory stays the same however many there are. */
export async function* exportReports(
  deps: IntakeDeps,
  filter: ReportFilter,
): AsyncGenerator<ReportView> {
  let after: string | null = null;
  for (;;) {
    const rows: Report[] = await deps.intake.listAfter(after, STEP, filter);
    yield* await toViews(deps, rows);
    if (rows.length < STEP) return;
    after = rows.at(-1)?.id ?? null;
  }
}

async function toViews(deps: IntakeDeps, reports: readonly Report[]): Promise<ReportView[]> {
  const observables = await deps.intake.listObservableIds(reports.map(({ id }) => id));
  return reports.map((report) => {
    const {
      url_key: _url,
      title_key: _title,
      foreign_key: _key,
      search_text: _text,
      ...shown
    } = report;
    return { ...shown, observable_ids: observables.get(report.id) ?? [] };
  });
}

/** The error for a report that is not there. */
export function noSuchReport(id: string): AppError {
  return new AppError("not_found", `There is no report ${id} in the intake.`);
}
